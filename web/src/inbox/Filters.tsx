import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconClose, IconSearch } from '../theme/icons';
import classes from './Filters.module.css';
import { type InboxSearch, inboxSearch, RISKS, STATES } from './inbox-search';

const TYPING_PAUSE_MS = 250;

/** Narrows the list. All of it is in the address: a link carries the filter, and so does going back. */
export function Filters({ search }: { search: InboxSearch }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const narrow = (change: Record<string, string>) =>
    void navigate({ to: '/inbox', search: inboxSearch({ ...search, ...change }), replace: true });
  const filtered = search.q !== undefined || search.risk !== undefined || search.state !== undefined;
  return (
    <search className={classes.filters}>
      <SearchField value={search.q ?? ''} onSearch={(q) => narrow({ q })} />
      <NativeSelect
        aria-label={t('inbox.filter.risk')}
        value={search.risk ?? ''}
        onChange={(event) => narrow({ risk: event.currentTarget.value })}
        data={[
          { value: '', label: t('inbox.filter.anyRisk') },
          ...RISKS.map((risk) => ({ value: risk, label: t(`risk.${risk}`) })),
        ]}
      />
      {search.view !== undefined && (
        <NativeSelect
          aria-label={t('inbox.filter.state')}
          value={search.state ?? ''}
          onChange={(event) => narrow({ state: event.currentTarget.value })}
          data={[
            { value: '', label: t('inbox.filter.anyState') },
            ...STATES.map((state) => ({ value: state, label: t(`state.${state}`) })),
          ]}
        />
      )}
      {filtered && (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconClose size={16} aria-hidden />}
          onClick={() => narrow({ q: '', risk: '', state: '' })}
        >
          {t('inbox.filter.clear')}
        </Button>
      )}
    </search>
  );
}

function SearchField({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The address changed by itself (back, a cleared filter), and not to what is being typed.
  if (known !== value) {
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const wanted = useRouterState({ select: (state) => state.location.hash === 'search' });
  useEffect(() => {
    if (wanted) field.current?.focus();
  }, [wanted]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextInput
      id="search"
      ref={field}
      type="search"
      className={classes.search ?? ''}
      aria-label={t('inbox.filter.search')}
      placeholder={t('inbox.filter.search')}
      leftSection={<IconSearch size={17} aria-hidden />}
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(typed.trim()), TYPING_PAUSE_MS);
      }}
    />
  );
}
