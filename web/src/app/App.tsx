import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { themeStorage } from '../preferences/theme-storage';
import { theme } from '../theme/theme';
import { variables } from '../theme/variables';
import type { createConsoleRouter } from './router';

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
        <Notifications position="top-center" autoClose={5_000} containerWidth={440} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
