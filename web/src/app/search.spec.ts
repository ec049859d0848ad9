import { describe, expect, it } from 'vitest';
import { inboxSearch } from '../inbox/inbox-search';
import { parseSearch, stringifySearch } from './search';

describe('the address', () => {
  it('keeps a number that was searched for as the text that it is', () => {
    expect(parseSearch('?q=1001')).toEqual({ q: '1001' });
    expect(stringifySearch({ q: '1001' })).toBe('?q=1001');
  });

  it('gives back what was put in', () => {
    const search = { q: 'a&b=c 订单', risk: 'WRITE_HIGH' };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });

  it('says nothing about filters that are not set', () => {
    expect(stringifySearch({ q: '', risk: undefined })).toBe('');
  });

  it('ignores what the inbox does not know', () => {
    expect(inboxSearch({ view: 'secret', risk: 'NONE', state: 'PENDING', q: '', other: '1' })).toEqual({
      state: 'PENDING',
    });
  });
});
