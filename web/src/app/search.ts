/** Plain query strings: `?q=1001` stays the text "1001", in an address that people can read, keep and send. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const text = new URLSearchParams(given.filter(([, value]) => value !== '')).toString();
  return text === '' ? '' : `?${text}`;
}
