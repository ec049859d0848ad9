/** Text that is HTML already: made by the `html` tag only. */
export class SafeHtml {
  constructor(readonly text: string) {}
}

export type HtmlPart = string | number | SafeHtml | readonly HtmlPart[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Builds HTML. Whatever is put in is escaped for text and quoted attributes, unless it was built by this tag itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): SafeHtml {
  return new SafeHtml(strings.map((text, index) => text + rendered(parts[index] ?? '')).join(''));
}

function rendered(part: HtmlPart): string {
  if (part instanceof SafeHtml) return part.text;
  if (typeof part === 'object') return part.map(rendered).join('');
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
