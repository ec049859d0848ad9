import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { View } from '../api/types';
import { useShortcuts } from '../shortcuts/use-shortcuts';
import { ActionRow } from './ActionRow';
import classes from './ActionList.module.css';
import type { Row } from './frozen-list';

interface ActionListProps {
  readonly rows: readonly Row[];
  readonly view: View;
  readonly more: (() => void) | undefined;
  readonly loadingMore: boolean;
}

const WAITING_COLUMNS = ['risk', 'what', 'who', 'quorum', 'when'] as const;
const OTHER_COLUMNS = ['risk', 'what', 'who', 'state', 'asked'] as const;

/** Rows that line up as columns on a wide screen and as cards on a narrow one. `j` and `k` move the focus, `o` opens. */
export function ActionList({ rows, view, more, loadingMore }: ActionListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const navigate = useNavigate();
  useShortcuts({
    j: () => moveFocus(list.current, 1),
    k: () => moveFocus(list.current, -1),
    o: () => {
      const id = focusedId(list.current) ?? rows[0]?.action.id;
      if (id !== undefined) void navigate({ to: '/actions/$id', params: { id } });
    },
  });
  return (
    <>
      <div className={classes.sheet}>
        <div className={classes.head} aria-hidden>
          {(view === 'inbox' ? WAITING_COLUMNS : OTHER_COLUMNS).map((column) => (
            <span key={column}>{t(`inbox.column.${column}`)}</span>
          ))}
        </div>
        <ul ref={list} className={classes.list} aria-label={t(`inbox.view.${view}`)}>
          {rows.map((row) => (
            <ActionRow key={row.action.id} row={row} view={view} />
          ))}
        </ul>
      </div>
      {more !== undefined && (
        <Button variant="default" className={classes.more ?? ''} onClick={more} loading={loadingMore}>
          {t('inbox.more')}
        </Button>
      )}
    </>
  );
}

function linksOf(list: HTMLUListElement | null): readonly HTMLAnchorElement[] {
  return [...(list?.querySelectorAll<HTMLAnchorElement>('a[data-action]') ?? [])];
}

function moveFocus(list: HTMLUListElement | null, step: 1 | -1): void {
  const links = linksOf(list);
  const current = links.findIndex((link) => link === document.activeElement);
  const next = current === -1 ? 0 : Math.min(links.length - 1, Math.max(0, current + step));
  links[next]?.focus();
}

function focusedId(list: HTMLUListElement | null): string | undefined {
  return linksOf(list).find((link) => link === document.activeElement)?.dataset.action;
}
