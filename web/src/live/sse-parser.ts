/** One event of a stream (WHATWG HTML §9.2). */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
  readonly id: string;
}

/** Reads a stream piece by piece: `feed` takes text as it arrives, split anywhere, and gives the events that it completes. */
export function createSseParser(): { feed(text: string): StreamEvent[] } {
  let rest = '';
  let lastId = '';
  let type = '';
  let data: string[] = [];

  function dispatch(): StreamEvent[] {
    const event = data.length > 0 ? [{ type: type || 'message', data: data.join('\n'), id: lastId }] : [];
    type = '';
    data = [];
    return event;
  }

  function line(text: string): StreamEvent[] {
    if (text === '') return dispatch();
    const colon = text.indexOf(':');
    const field = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') type = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) lastId = value;
    return [];
  }

  return {
    feed(text) {
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      return lines.flatMap(line);
    },
  };
}
