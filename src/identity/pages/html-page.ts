import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { html, SafeHtml } from './html.js';
import type { Language } from './language.js';
import { PAGE_STYLE } from './page-style.js';

export interface PageParts {
  readonly language: Language;
  readonly title: string;
  readonly body: SafeHtml;
  readonly wide?: true;
  /** Inline script; it runs although inline scripts are forbidden, because the policy names its hash. */
  readonly script?: string;
  /** Where the form may lead besides this site: browsers apply `form-action` to the redirects that follow, too. */
  readonly formTarget?: string | undefined;
}

/** A page and the headers it must be sent with. */
export interface Page {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

const MARK = html`<div class="mark"><svg viewBox="0 0 28 28" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 15.5 8 20.5 17.5 8.5"/><path d="M13 18.5 15 20.5 25 8.5"/><path d="M3 25h22" stroke-width="1.6" opacity=".45"/></svg>Countersign</div>`;

/** Lays a page out. Its policy allows this page's style and script and nothing else, and no other site may frame it (clickjacking). */
export function htmlPage(parts: PageParts): Page {
  const script = parts.script === undefined ? '' : new SafeHtml(`<script>${parts.script}</script>`);
  const { text } = html`<!doctype html>
<html lang="${parts.language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${parts.title} · Countersign</title>
<style>${new SafeHtml(PAGE_STYLE)}</style>
</head>
<body><main class="${parts.wide ? 'wide' : 'narrow'}">${parts.body}</main>${script}</body>
</html>
`;
  return { text, headers: headersOf(parts) };
}

/** The product's mark, at the top of every page's first section. */
export function pageMark(): SafeHtml {
  return MARK;
}

export async function sendPage(reply: FastifyReply, status: number, page: Page): Promise<void> {
  await reply.status(status).headers(page.headers).send(page.text);
}

function headersOf(parts: PageParts): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(PAGE_STYLE)}`,
    parts.script === undefined ? "script-src 'none'" : `script-src ${hashSource(parts.script)}`,
    `form-action 'self'${parts.formTarget === undefined ? '' : ` ${parts.formTarget}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    // Not `no-referrer`: browsers then send `Origin: null` with our own forms.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
