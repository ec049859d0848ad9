import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { themeStorage } from '../preferences/theme-storage';
import { theme } from '../theme/theme';
import { variables } from '../theme/variables';
import type { createConsoleRouter } from './router';

/** Fetched beside the page: what is said before it is there waits for it. */
const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

interface AppProps {
  readonly router: ReturnType<typeof createConsoleRouter>;
  readonly queries: QueryClient;
}

export function App({ router, queries }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={themeStorage}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queries}>
        <Suspense>
          <Notifications position="top-center" autoClose={5_000} containerWidth={440} />
        </Suspense>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
