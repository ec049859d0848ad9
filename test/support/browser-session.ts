/** What a browser does between two pages, without one: cookies by path, redirects one at a time, form posts with an Origin. */
export class BrowserSession {
  /** By name and path, as a browser tells them apart. */
  private readonly cookies = new Map<string, { name: string; value: string; path: string }>();

  /** The cookies that would be sent to this address, as a Cookie header. */
  cookieHeader(url: string): string {
    const { pathname } = new URL(url);
    const sent = [...this.cookies.values()].filter(
      ({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')),
    );
    return sent.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  has(name: string): boolean {
    return [...this.cookies.values()].some((cookie) => cookie.name === name);
  }

  /** One request; a redirect is answered, not followed. */
  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const cookie = this.cookieHeader(url);
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const text of response.headers.getSetCookie()) this.store(text, new URL(url));
    return response;
  }

  /** Follows redirects by GET until a page is shown; answers it with its address. */
  async open(url: string): Promise<{ url: string; response: Response }> {
    let at = url;
    for (let hops = 0; hops < 10; hops += 1) {
      const response = await this.request(at);
      const location = response.headers.get('location');
      if (location === null) return { url: at, response };
      await response.arrayBuffer();
      at = new URL(location, at).href;
    }
    throw new Error('too many redirects');
  }

  /** Posts a form from a page of the same site, and follows where it leads. */
  async submit(url: string, fields: Record<string, string>): Promise<{ url: string; response: Response }> {
    const { origin } = new URL(url);
    const response = await this.request(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin },
    });
    const location = response.headers.get('location');
    if (location === null) return { url, response };
    await response.arrayBuffer();
    return this.open(new URL(location, url).href);
  }

  private store(text: string, from: URL): void {
    const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const attribute = (wanted: string) =>
      attributes.find((entry) => entry.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const expires = attribute('expires');
    const gone = attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) <= Date.now());
    const path = attribute('path') ?? (from.pathname.replace(/\/[^/]*$/, '') || '/');
    if (gone) this.cookies.delete(`${name} ${path}`);
    else this.cookies.set(`${name} ${path}`, { name, value, path });
  }
}
