import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import { WaitingList } from '../feedback/Waiting';
import { type InboxSearch, inboxSearch } from '../inbox/inbox-search';
import { NotFound } from './NotFound';
import { PageFault } from './PageFault';
import { parseSearch, stringifySearch } from './search';
import { Shell } from './Shell';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search): { problem?: string; return?: string } => ({
    ...(typeof search.problem === 'string' ? { problem: search.problem } : {}),
    ...(typeof search.return === 'string' ? { return: search.return } : {}),
  }),
  component: lazyRouteComponent(() => import('./LoginPage'), 'LoginPage'),
});

const session = createRoute({ getParentRoute: () => root, id: 'session', component: Shell });

const index = createRoute({
  getParentRoute: () => session,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inbox', search: {} });
  },
});

const inbox = createRoute({
  getParentRoute: () => session,
  path: '/inbox',
  validateSearch: (search): InboxSearch => inboxSearch(search),
  component: lazyRouteComponent(() => import('../inbox/InboxPage'), 'InboxPage'),
});

const request = createRoute({
  getParentRoute: () => session,
  path: '/actions/$id',
  component: lazyRouteComponent(() => import('../request/RequestPage'), 'RequestPage'),
});

/** What notifications link to. It grants nothing: whoever opens it signs in and sees what they may see. */
const deepLink = createRoute({
  getParentRoute: () => session,
  path: '/d/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/actions/$id', params, replace: true });
  },
});

const tools = createRoute({
  getParentRoute: () => session,
  path: '/tools',
  component: lazyRouteComponent(() => import('../operate/ToolsPage'), 'ToolsPage'),
});

const people = createRoute({
  getParentRoute: () => session,
  path: '/people',
  component: lazyRouteComponent(() => import('../operate/PeoplePage'), 'PeoplePage'),
});

const settings = createRoute({
  getParentRoute: () => session,
  path: '/settings',
  component: lazyRouteComponent(() => import('../settings/SettingsPage'), 'SettingsPage'),
});

const tree = root.addChildren([login, session.addChildren([index, inbox, request, deepLink, tools, people, settings])]);

export function createConsoleRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    basepath: '/console',
    defaultPreload: 'intent',
    defaultPendingComponent: WaitingList,
    defaultErrorComponent: PageFault,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
    ...(history === undefined ? {} : { history }),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
