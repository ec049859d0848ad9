import { describe, expect, it } from 'vitest';
import { html } from './html.js';
import { htmlPage } from './html-page.js';
import { languageOf } from './language.js';

const NASTY = `<script>alert("1")</script>' onfocus='&`;

describe('a page', () => {
  it('shows text that came from outside as text, in content and in attributes', () => {
    expect(html`<p title='${NASTY}'>${NASTY}</p>`.text).toBe(
      "<p title='&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; onfocus=&#39;&amp;'>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; onfocus=&#39;&amp;</p>",
    );
  });

  it('keeps what was built by the tag, alone or in lists', () => {
    expect(html`<ul>${['<a>', 'b'].map((item) => html`<li>${item}</li>`)}</ul>`.text).toBe(
      '<ul><li>&lt;a&gt;</li><li>b</li></ul>',
    );
  });

  it('forbids framing and every script but its own', () => {
    const page = htmlPage({
      language: 'zh',
      title: NASTY,
      body: html`<p>x</p>`,
      script: 'let a;',
      formTarget: 'http://localhost:9',
    });
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://localhost:9");
    expect(policy).toMatch(/script-src 'sha256-[^' ]+';/);
    expect(page.text).not.toContain(NASTY);
    expect(page.text).toContain('<html lang="zh-CN">');
  });

  it('lets the browser name our origin when its own form is sent', () => {
    // Under `no-referrer` Chromium sends `Origin: null`, and the login form is taken for a foreign one.
    const { headers } = htmlPage({ language: 'en', title: 'x', body: html`<p>x</p>` });
    expect(headers['referrer-policy']).toBe('same-origin');
  });
});

describe('the language of a page', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['en-GB,zh;q=0.5', 'en'],
    ['fr,de', 'en'],
    ['fr, zh;q=0.3, en;q=0.2', 'zh'],
    ['zh;q=0', 'en'],
    ['en;q=0.1;zh;;;q=x,,', 'en'],
  ])('for %j is %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
