import { describe, expect, it } from 'vitest';
import { createSseParser } from './sse-parser';

describe('the parser of event streams', () => {
  it('reads type, data and id', () => {
    expect(createSseParser().feed('id: 7\nevent: action\ndata: {"id":"x"}\n\n')).toEqual([
      { type: 'action', data: '{"id":"x"}', id: '7' },
    ]);
  });

  it('reads what is split anywhere', () => {
    const text = ': hello\r\nid: 7\r\nevent: action\r\ndata: one\r\ndata: two\r\n\r\ndata: three\n\n';
    for (let at = 0; at <= text.length; at += 1) {
      const parser = createSseParser();
      const events = [...parser.feed(text.slice(0, at)), ...parser.feed(text.slice(at))];
      expect(events).toEqual([
        { type: 'action', data: 'one\ntwo', id: '7' },
        { type: 'message', data: 'three', id: '7' },
      ]);
    }
  });

  it('makes no event of comments and of events without data', () => {
    expect(createSseParser().feed(': heartbeat\n\nevent: action\n\n')).toEqual([]);
  });

  it('ignores an id with a null character', () => {
    expect(createSseParser().feed('id: a\0b\ndata: x\n\n')[0]?.id).toBe('');
  });
});
