import { html, type SafeHtml } from '../pages/html.js';
import { htmlPage, type Page, pageMark } from '../pages/html-page.js';
import type { Language } from '../pages/language.js';
import { LOCAL_PEOPLE, LOCAL_TENANTS, type LocalPerson } from './people.js';

export interface LoginView {
  readonly language: Language;
  /** Where the form is posted. */
  readonly action: string;
  /** What was typed before, after a wrong password. */
  readonly username: string;
  readonly wrong: boolean;
  readonly formTarget: string | undefined;
}

// Fills the form in; without scripts one types what the list shows.
const FILL = `document.querySelectorAll('[data-username]').forEach(function (button) {
  button.addEventListener('click', function () {
    document.getElementById('username').value = button.dataset.username;
    document.getElementById('password').value = button.dataset.password;
    document.getElementById('sign-in').focus();
  });
});`;

const WORDS = {
  en: {
    title: 'Sign in',
    lead: 'This is the demonstration’s own identity provider. It runs on your machine only.',
    username: 'Name',
    password: 'Password',
    signIn: 'Sign in',
    wrong: 'Name or password is wrong.',
    people: 'Who would you like to be?',
    peopleLead: 'Choose somebody to fill the form in. The password is the name followed by “-demo”.',
  },
  zh: {
    title: '登录',
    lead: '这是演示自带的身份提供方，只在您的电脑上运行。',
    username: '用户名',
    password: '密码',
    signIn: '登录',
    wrong: '用户名或密码不正确。',
    people: '您想以谁的身份登录？',
    peopleLead: '点选一人即可填好表单。密码是用户名加上“-demo”。',
  },
} as const;

/** The login page of the embedded provider: a form, and the people of the demonstration to choose from. */
export function loginPage(view: LoginView): Page {
  const words = WORDS[view.language];
  const alert = view.wrong ? html`<p class="alert" role="alert">${words.wrong}</p>` : '';
  const body = html`<section>${pageMark()}
<h1>${words.title}</h1><p class="soft">${words.lead}</p>${alert}
<form method="post" action="${view.action}">
<label for="username">${words.username}</label>
<input type="text" id="username" name="username" value="${view.username}" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus>
<label for="password">${words.password}</label>
<input type="password" id="password" name="password" autocomplete="current-password" required>
<div class="actions"><button class="button" id="sign-in" type="submit">${words.signIn}</button></div>
</form></section>
<section aria-labelledby="people"><h2 class="title" id="people">${words.people}</h2><p class="soft">${words.peopleLead}</p>
${LOCAL_TENANTS.map((tenant) => tenantList(tenant.name, peopleOf(tenant.id), view.language))}</section>`;
  return htmlPage({
    language: view.language,
    title: words.title,
    body,
    wide: true,
    script: FILL,
    formTarget: view.formTarget,
  });
}

function tenantList(name: string, people: readonly LocalPerson[], language: Language): SafeHtml {
  return html`<h3>${name}</h3><ul class="people">${people.map(
    (somebody) =>
      html`<li><button type="button" data-username="${somebody.username}" data-password="${somebody.password}"><b>${somebody.name}</b><code>${somebody.username}</code><span>${somebody.about[language]}</span></button></li>`,
  )}</ul>`;
}

function peopleOf(tenant: string): readonly LocalPerson[] {
  return LOCAL_PEOPLE.filter((somebody) => somebody.tenant === tenant);
}
