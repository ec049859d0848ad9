import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countsQuery, meQuery } from '../api/queries';
import { ProblemState } from '../feedback/ProblemState';
import { WaitingList } from '../feedback/Waiting';
import { ConnectionBanner } from '../live/ConnectionBanner';
import { useLiveUpdates } from '../live/use-live-updates';
import { useShortcuts } from '../shortcuts/use-shortcuts';
import { Header } from './Header';
import { MeContext } from './me';
import classes from './Shell.module.css';
import { TabBar } from './TabBar';

const ShortcutHelp = lazy(async () => ({ default: (await import('../shortcuts/ShortcutHelp')).ShortcutHelp }));

/** The frame of every page behind the sign-in. A reading request without a session leaves for the sign-in by itself. */
export function Shell() {
  const me = useQuery(meQuery);
  if (me.data !== undefined) {
    return (
      <MeContext value={me.data}>
        <Frame />
      </MeContext>
    );
  }
  return (
    <main className={classes.alone}>
      {me.isPending ? <WaitingList /> : <ProblemState error={me.error} onRetry={() => void me.refetch()} />}
    </main>
  );
}

function Frame() {
  const { t } = useTranslation();
  const { data: counts } = useQuery(countsQuery);
  const [help, setHelp] = useState(false);
  const asker = useRef<Element>(null);
  const main = useFocusOnNavigation();
  const deciding = useRouterState({ select: (state) => state.location.pathname.startsWith('/actions/') });
  const navigate = useNavigate();
  useLiveUpdates();
  useShortcuts({
    '?': () => {
      asker.current = document.activeElement;
      setHelp(true);
    },
    '/': () => {
      const field = document.getElementById('search');
      if (field !== null) field.focus();
      else void navigate({ to: '/inbox', search: {}, hash: 'search' });
    },
  });
  return (
    <div className={classes.shell} data-deciding={deciding || undefined}>
      <a className={classes.skip} href="#content">
        {t('nav.skip')}
      </a>
      <Header waiting={counts?.inbox} />
      <ConnectionBanner />
      <main id="content" ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      {!deciding && <TabBar waiting={counts?.inbox} />}
      {help && (
        <Suspense>
          <ShortcutHelp
            onClose={() => {
              setHelp(false);
              if (asker.current instanceof HTMLElement) asker.current.focus({ preventScroll: true });
            }}
          />
        </Suspense>
      )}
      <VisuallyHidden role="status" aria-live="polite">
        {counts === undefined ? '' : t('nav.waitingAnnounce', { count: counts.inbox })}
      </VisuallyHidden>
    </div>
  );
}

/** A page change inside the console is told to assistive technology by moving the focus to the new page's content. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (last.current !== undefined && path !== undefined && last.current !== path) {
      main.current?.focus({ preventScroll: true });
    }
    last.current = path ?? last.current;
  }, [path]);
  return main;
}
