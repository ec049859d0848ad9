import 'i18next';
import type catalogue from './en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof catalogue };
  }
}
