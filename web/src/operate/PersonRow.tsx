import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DirectoryEntry, RightsChange } from '../api/types';
import { VisibleText } from '../signed/SignedText';
import { IconClose, IconPerson, IconRejected } from '../theme/icons';
import classes from './Operate.module.css';

interface PersonRowProps {
  readonly person: DirectoryEntry;
  /** Nobody changes their own rights. */
  readonly own: boolean;
  readonly onPlan: (change: RightsChange) => void;
}

export function PersonRow({ person, own, onPlan }: PersonRowProps) {
  const { t } = useTranslation();
  const { name, email, sub, businessLines, disabled } = person;
  return (
    <li className={classes.row} data-off={disabled}>
      <div className={classes.what}>
        <strong className={classes.person}>
          <IconPerson size={18} aria-hidden />
          <span>
            <VisibleText>{name}</VisibleText>
          </span>
          {own && <span className={classes.tag}>{t('quorum.you')}</span>}
          {disabled && (
            <span className={classes.tag} data-kind="disabled">
              <IconRejected size={14} aria-hidden />
              {t('people.disabled')}
            </span>
          )}
        </strong>
        <span className={classes.sub}>
          <VisibleText>{email ?? sub}</VisibleText>
          {businessLines.length > 0 && (
            <>
              {' · '}
              <VisibleText>{businessLines.join(t('listComma'))}</VisibleText>
            </>
          )}
        </span>
      </div>
      <Roles person={person} own={own} onPlan={onPlan} />
      {own ? (
        <span className={classes.own}>{t('people.own')}</span>
      ) : (
        <Button variant="default" size="sm" onClick={() => onPlan({ kind: disabled ? 'enable' : 'disable' })}>
          {t(disabled ? 'people.enable' : 'people.disable')}
        </Button>
      )}
    </li>
  );
}

function Roles({ person: { name, roles, revokedRoles }, own, onPlan }: PersonRowProps) {
  const { t } = useTranslation();
  const all = [...new Set([...roles, ...revokedRoles])].sort();
  return (
    <ul className={classes.roles} aria-label={t('people.roles')}>
      {all.map((role) => {
        const revoked = revokedRoles.includes(role);
        return (
          <li key={role} className={classes.role} data-revoked={revoked}>
            <span>{role}</span>
            {revoked && <span className={classes.revoked}>{t('people.revoked')}</span>}
            {!own && (
              <button
                type="button"
                aria-label={t(revoked ? 'people.restoreRole' : 'people.revokeRole', { role, name })}
                onClick={() => onPlan({ kind: revoked ? 'restore-role' : 'revoke-role', role })}
              >
                {revoked ? t('people.restore') : <IconClose size={14} aria-hidden />}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
