import { html } from '../pages/html.js';
import { htmlPage, type Page, pageMark } from '../pages/html-page.js';
import type { Language } from '../pages/language.js';
import { RESOURCE_SCOPES } from './scopes.js';

export interface ConsentView {
  readonly language: Language;
  readonly action: string;
  /** What the client calls itself; nobody checked it. */
  readonly clientName: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly person: string;
  readonly formTarget: string | undefined;
}

const WORDS = {
  en: {
    title: 'Let this application act for you?',
    lead: 'An application that registered itself asks to act for you. Nobody has checked its name.',
    application: 'Calls itself',
    sendsTo: 'Access is handed to',
    you: 'You are signed in as',
    asks: 'It asks to',
    allow: 'Allow',
    deny: 'Refuse',
  },
  zh: {
    title: '允许此应用代表您操作吗？',
    lead: '一个自行注册的应用请求代表您操作。它的名称未经任何人核实。',
    application: '自称',
    sendsTo: '访问权限将交给',
    you: '当前登录身份',
    asks: '它请求',
    allow: '允许',
    deny: '拒绝',
  },
} as const;

/** Asks a person whether a client that registered itself may act for them, and shows where the access really goes. */
export function consentPage(view: ConsentView): Page {
  const words = WORDS[view.language];
  const scopes = view.scopes.map((scope) => html`<li>${RESOURCE_SCOPES[scope]?.[view.language] ?? scope}</li>`);
  const asks = scopes.length === 0 ? '' : html`<h2>${words.asks}</h2><ul class="plain">${scopes}</ul>`;
  const body = html`<section>${pageMark()}<h1>${words.title}</h1><p class="soft">${words.lead}</p>
<dl class="facts"><dt>${words.application}</dt><dd>${view.clientName}</dd><dt>${words.sendsTo}</dt><dd>${view.redirectUri}</dd>
<dt>${words.you}</dt><dd>${view.person}</dd></dl>${asks}
<form method="post" action="${view.action}"><div class="actions">
<button class="button" type="submit" name="answer" value="allow">${words.allow}</button>
<button class="button quiet" type="submit" name="answer" value="refuse">${words.deny}</button>
</div></form></section>`;
  return htmlPage({ language: view.language, title: words.title, body, formTarget: view.formTarget });
}
