// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { createDrafts } from './drafts';

beforeEach(() => sessionStorage.clear());

describe('drafts', () => {
  it('are kept by request, over a sign-in on the way', () => {
    createDrafts(() => sessionStorage).write('one', 'because');
    const afterSignIn = createDrafts(() => sessionStorage);
    expect([afterSignIn.read('one'), afterSignIn.read('two')]).toEqual(['because', '']);
  });

  it('are forgotten once the decision is recorded', () => {
    const drafts = createDrafts(() => sessionStorage);
    drafts.write('one', 'because');
    drafts.forget('one');
    expect([drafts.read('one'), sessionStorage.length]).toEqual(['', 0]);
  });

  it('work where storage is refused', () => {
    const drafts = createDrafts(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    drafts.write('one', 'because');
    expect(drafts.read('one')).toBe('because');
  });
});
