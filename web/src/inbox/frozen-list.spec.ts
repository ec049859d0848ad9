import { describe, expect, it } from 'vitest';
import { aSummary } from '../testing/samples';
import { frozenList } from './frozen-list';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => aSummary({ id })) as [
  ReturnType<typeof aSummary>,
  ReturnType<typeof aSummary>,
  ReturnType<typeof aSummary>,
  ReturnType<typeof aSummary>,
];

function look(...of: Parameters<typeof frozenList>) {
  const { rows, fresh } = frozenList(...of);
  return { ids: rows.map(({ action }) => action.id).join(''), gone: rows.filter(({ left }) => left).length, fresh };
}

describe('a list that is being read', () => {
  it('shows everything when nothing was shown yet', () => {
    expect(look([], [a, b])).toEqual({ ids: 'ab', gone: 0, fresh: 0 });
  });

  it('lets new items wait', () => {
    expect(look([b, c], [a, b, c])).toEqual({ ids: 'bc', gone: 0, fresh: 1 });
  });

  it('keeps the place of what has left', () => {
    expect(look([a, b, c], [a, c])).toEqual({ ids: 'abc', gone: 1, fresh: 0 });
  });

  it('keeps its order when the server changes it', () => {
    expect(look([a, b, c], [c, b, a])).toEqual({ ids: 'abc', gone: 0, fresh: 0 });
  });

  it('appends the next page at the end', () => {
    expect(look([a, b], [a, b, c, d])).toEqual({ ids: 'abcd', gone: 0, fresh: 0 });
  });

  it('lets all wait when nothing that is shown is left', () => {
    expect(look([a], [b, c])).toEqual({ ids: 'a', gone: 1, fresh: 2 });
  });

  it('shows the newest facts of a row', () => {
    const newer = { ...a, approvals: 1 };
    expect(frozenList([a], [newer]).rows[0]?.action.approvals).toBe(1);
  });

  it('counts an item once that two pages hold', () => {
    expect(look([b], [a, b, a])).toEqual({ ids: 'b', gone: 0, fresh: 1 });
  });
});
