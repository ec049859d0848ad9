export type Language = 'en' | 'zh';

/** How the languages are named to Intl and to assistive technology. */
export const LOCALE = { en: 'en-GB', zh: 'zh-CN' } as const;
