import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directoryQuery } from '../api/queries';
import type { DirectoryEntry } from '../api/types';
import { useMe } from '../app/me';
import { useTitle } from '../app/use-title';
import { EmptyState } from '../feedback/EmptyState';
import { ProblemState } from '../feedback/ProblemState';
import { WaitingList } from '../feedback/Waiting';
import { IconSearch } from '../theme/icons';
import classes from './Operate.module.css';
import { PersonRow } from './PersonRow';
import { type PlannedChange, RightsSheet } from './RightsSheet';

/** Who is known here, with which roles. Roles come from the identity provider; here they are taken away and given back. */
export function PeoplePage() {
  const { t } = useTranslation();
  useTitle(t('people.title'));
  return (
    <>
      <h1 className={classes.title}>{t('people.title')}</h1>
      <p className={classes.lead}>{t('people.lead')}</p>
      <Directory />
    </>
  );
}

function Directory() {
  const { t } = useTranslation();
  const query = useQuery(directoryQuery);
  const { principal: me } = useMe();
  const [wanted, setWanted] = useState('');
  const [planned, setPlanned] = useState<PlannedChange>();
  if (query.data === undefined) {
    return (
      <div className={classes.sheet}>
        {query.isPending ? <WaitingList /> : <ProblemState error={query.error} onRetry={() => void query.refetch()} />}
      </div>
    );
  }
  const people = query.data.filter((person) => fits(person, wanted));
  return (
    <>
      <TextInput
        id="search"
        type="search"
        className={classes.search ?? ''}
        aria-label={t('people.search')}
        placeholder={t('people.search')}
        leftSection={<IconSearch size={17} aria-hidden />}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {people.length === 0 ? (
        <div className={classes.sheet}>
          <EmptyState icon={<IconSearch size={34} stroke={1.5} />} title={t('people.none')} />
        </div>
      ) : (
        <ul className={classes.sheet}>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              own={person.id === me.id}
              onPlan={(change) => setPlanned({ person, change })}
            />
          ))}
        </ul>
      )}
      <RightsSheet planned={planned} onClose={() => setPlanned(undefined)} />
    </>
  );
}

function fits({ name, sub, email, roles }: DirectoryEntry, wanted: string): boolean {
  const text = wanted.trim().toLowerCase();
  return [name, sub, email ?? '', ...roles].some((field) => field.toLowerCase().includes(text));
}
