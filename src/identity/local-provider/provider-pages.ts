import { html, SafeHtml } from '../pages/html.js';
import { htmlPage, type Page, pageMark } from '../pages/html-page.js';
import type { Language } from '../pages/language.js';

const SUBMIT = "document.getElementById('op.logoutForm').submit();";

const WORDS = {
  en: {
    error: 'This request cannot be answered',
    leave: 'Sign out?',
    leaveWhy: 'You are signed in at the demonstration’s identity provider.',
    leaving: 'Signing out…',
    yes: 'Sign out',
    no: 'Stay signed in',
    left: 'You are signed out',
    leftWhy: 'You may close this page.',
    expired: 'This sign-in has expired',
    expiredWhy: 'Go back to where you came from and begin again.',
  },
  zh: {
    error: '无法处理此请求',
    leave: '要退出登录吗？',
    leaveWhy: '您已在演示用的身份提供方登录。',
    leaving: '正在退出……',
    yes: '退出登录',
    no: '保持登录',
    left: '您已退出登录',
    leftWhy: '可以关闭此页面。',
    expired: '本次登录已失效',
    expiredWhy: '请回到原来的页面重新开始。',
  },
} as const;

/** An OAuth error that cannot be sent back to a client. */
export function errorPage(language: Language, error: string, description: string | undefined): Page {
  const words = WORDS[language];
  const body = html`<section>${pageMark()}<h1>${words.error}</h1>
<dl class="facts"><dt>${error}</dt><dd>${description ?? ''}</dd></dl></section>`;
  return htmlPage({ language, title: words.error, body });
}

/** Asks whether to log out, or does it at once when the console itself asked. `form` is the library's own form. */
export function leavePage(language: Language, form: string, askedByClient: boolean): Page {
  const words = WORDS[language];
  const yes = html`<button class="button" type="submit" form="op.logoutForm" name="logout" value="yes">${words.yes}</button>`;
  if (askedByClient) {
    const withAnswer = new SafeHtml(form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>'));
    const body = html`<section>${pageMark()}<h1>${words.leaving}</h1>${withAnswer}<noscript><div class="actions">${yes}</div></noscript></section>`;
    return htmlPage({ language, title: words.leaving, body, script: SUBMIT });
  }
  const body = html`<section>${pageMark()}<h1>${words.leave}</h1><p class="soft">${words.leaveWhy}</p>${new SafeHtml(form)}
<div class="actions">${yes}<button class="button quiet" type="submit" form="op.logoutForm">${words.no}</button></div></section>`;
  return htmlPage({ language, title: words.leave, body });
}

export function leftPage(language: Language): Page {
  const words = WORDS[language];
  const body = html`<section>${pageMark()}<h1>${words.left}</h1><p class="soft">${words.leftWhy}</p></section>`;
  return htmlPage({ language, title: words.left, body });
}

/** The login or consent that this page belongs to is over or belongs to another browser. */
export function expiredPage(language: Language): Page {
  const words = WORDS[language];
  const body = html`<section>${pageMark()}<h1>${words.expired}</h1><p class="soft">${words.expiredWhy}</p></section>`;
  return htmlPage({ language, title: words.expired, body });
}
