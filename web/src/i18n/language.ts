import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Bilingual } from '../api/types';
import { prefer } from '../preferences/preferences';
import { type Language, LOCALE } from './locale';

/** Each catalogue is fetched when its language is first spoken. */
const CATALOGUES = {
  en: () => import('./en.json'),
  zh: () => import('./zh.json'),
};

/** Loads the first language before anything is drawn. */
export async function startLanguage(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: (await CATALOGUES[language]()).default } },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  });
  document.documentElement.lang = LOCALE[language];
}

/** Changes the language of the whole page and remembers it. */
export async function speak(language: Language): Promise<void> {
  const catalogue = await CATALOGUES[language]();
  i18next.addResourceBundle(language, 'translation', catalogue.default);
  await i18next.changeLanguage(language);
  document.documentElement.lang = LOCALE[language];
  prefer('language', language);
}

export function useLanguage(): Language {
  return useTranslation().i18n.language === 'zh' ? 'zh' : 'en';
}

/** Picks the reader's language out of a text that the engine gives in both. */
export function useBilingual(): (text: Bilingual) => string {
  const language = useLanguage();
  return (text) => text[language];
}
