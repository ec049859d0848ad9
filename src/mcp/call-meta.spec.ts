import { describe, expect, it } from 'vitest';
import { readCallMeta } from './call-meta.js';

const key = (value: unknown) => readCallMeta({ 'countersign/idempotencyKey': value });
const run = (value: unknown) => readCallMeta({ 'countersign/run': value });

describe('what a call says beside its arguments', () => {
  it('may be nothing at all', () => {
    expect(readCallMeta(undefined)).toEqual({ ok: true, value: {} });
    expect(readCallMeta({})).toEqual({ ok: true, value: {} });
  });

  it('is read, and what belongs to others is left alone', () => {
    const meta = { 'countersign/idempotencyKey': 'k-1', 'countersign/run': 'run 7', progressToken: 3 };

    expect(readCallMeta(meta)).toEqual({ ok: true, value: { idempotencyKey: 'k-1', run: 'run 7' } });
  });

  it('has 1 to 200 characters, counted as PostgreSQL counts them', () => {
    expect(key('k'.repeat(200)).ok).toBe(true);
    expect(key('𝟙'.repeat(200)).ok).toBe(true);
    expect(key('k'.repeat(201)).ok).toBe(false);
    expect(key('').ok).toBe(false);
  });

  it.each([[null], [7], [['k']], [{}], ['a\u0000b'], ['a\nb'], ['\ud800']])(
    'refuses %j instead of dropping it',
    (value) => {
      expect(key(value)).toMatchObject({
        ok: false,
        refusal: {
          code: 'INVALID_ARGUMENTS',
          details: { errors: [{ pointer: '/_meta/countersign~1idempotencyKey' }] },
        },
      });
      expect(run(value)).toMatchObject({
        ok: false,
        refusal: { code: 'INVALID_ARGUMENTS', details: { errors: [{ pointer: '/_meta/countersign~1run' }] } },
      });
    },
  );
});
