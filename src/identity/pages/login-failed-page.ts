import { html } from './html.js';
import { htmlPage, type Page, pageMark } from './html-page.js';
import type { Language } from './language.js';

const WORDS = {
  en: {
    title: 'Sign-in did not succeed',
    why: 'It took too long, was begun in another browser, or your account is not set up for Countersign. If trying again does not help, ask the administrator of your organisation.',
    away: 'The sign-in service of your organisation cannot be reached at the moment. Try again in a little while.',
    again: 'Try again',
  },
  zh: {
    title: '登录未成功',
    why: '可能是登录超时、在另一个浏览器中发起，或者您的账号尚未开通。若重试仍不成功，请联系贵组织的管理员。',
    away: '目前无法连接贵组织的登录服务，请稍后再试。',
    again: '重新登录',
  },
} as const;

/** What a person sees when the console could not log them in. It does not say more: the reason is in the log. */
export function loginFailedPage(language: Language, providerAway: boolean): Page {
  const words = WORDS[language];
  const body = html`<section>${pageMark()}<h1>${words.title}</h1><p class="soft">${providerAway ? words.away : words.why}</p>
<div class="actions"><a class="button" href="/console/auth/login">${words.again}</a></div></section>`;
  return htmlPage({ language, title: words.title, body });
}
