import type { MantineColorSchemeManager } from '@mantine/core';
import { prefer, preferences } from './preferences';

/** Lets Mantine read and keep the theme among the other preferences. */
export const themeStorage: MantineColorSchemeManager = {
  get: () => preferences().theme,
  set: (theme) => prefer('theme', theme),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => prefer('theme', 'auto'),
};
