import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CanonicalAction, openAction, sealAction } from './action.js';
import { actionDigest, operationId } from './digest.js';
import { jcs } from './jcs.js';
import { MAX_BYTES, MAX_DEPTH, readStrictJson } from './json-reader.js';
import type { JsonObject, JsonValue } from './json-value.js';

const action: CanonicalAction = {
  typ: 'countersign/action/v1',
  tenant: 't1',
  issuer: 'https://id.example',
  requester: { sub: 'agent-1', human: 'alice' },
  actors: ['agent-1', 'orchestrator'],
  client: 'cli-1',
  run: 'run-1',
  plan: '019acb5a-0000-7000-8000-000000000001',
  nonce: 'n-1',
  tool: 'orders.cancel.v1',
  toolDigest: 'a'.repeat(64),
  arguments: { orderId: 'A-1001', options: { notify: true } },
  resource: { type: 'order', id: 'A-1001', version: '7' },
  policyDigest: 'b'.repeat(64),
  approvals: { required: 2, rule: 'orders-high', policy: 'approvals@3' },
  expiresAt: '2026-12-01T12:00:00.000Z',
};

/** The same action with one value, at a path, replaced; `undefined` takes it out. */
function changed(path: string, value: unknown): CanonicalAction {
  const copy = structuredClone(action) as unknown as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const holder = steps.reduce((object, step) => object[step] as Record<string, unknown>, copy);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy as unknown as CanonicalAction;
}

function leafPaths(value: JsonValue, path = ''): readonly string[] {
  if (value === null || typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([name, member]) => leafPaths(member, path === '' ? name : `${path}.${name}`));
}

describe('sealAction', () => {
  it('names the action by the digest of its canonical text', () => {
    const sealed = sealAction(action);
    expect(sealed.action).toEqual(action);
    expect(sealed.canonical).toBe(jcs(action));
    expect(sealed.digest).toBe(actionDigest(action));
    expect(sealed.operationId).toBe(operationId(sealed.digest));
  });

  it('answers an action that nobody can change, not even through the one that was given', () => {
    const given = structuredClone(action) as unknown as { arguments: { options: { notify: boolean } } };
    const sealed = sealAction(given as unknown as CanonicalAction);
    given.arguments.options.notify = false;
    expect(sealed.action.arguments).toEqual({ orderId: 'A-1001', options: { notify: true } });
    const parts = [
      sealed,
      sealed.action,
      sealed.action.arguments,
      sealed.action.arguments['options'],
      sealed.action.actors,
    ];
    for (const part of parts) expect(Object.isFrozen(part)).toBe(true);
    expect(Object.getPrototypeOf(sealed.action.arguments)).toBeNull();
  });

  it.each(leafPaths(action).filter((path) => path !== 'typ'))('changes its digest when %s changes', (path) => {
    const values: unknown[] = ['2027-01-01T00:00:00.000Z', 'c'.repeat(64), 'other', 5, false];
    const others = values.flatMap((value) => {
      try {
        return [sealAction(changed(path, value))];
      } catch {
        return [];
      }
    });
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) {
      expect(other.digest).not.toBe(sealAction(action).digest);
      expect(other.operationId).not.toBe(sealAction(action).operationId);
    }
  });

  it('keeps NFC and NFD arguments apart', () => {
    const [nfc, nfd] = (['NFC', 'NFD'] as const).map((form) =>
      sealAction(changed('arguments.orderId', 'é'.normalize(form))),
    );
    expect(nfc?.digest).not.toBe(nfd?.digest);
  });

  it('accepts a call without run, without actors and without approvals', () => {
    expect(sealAction(changed('run', null)).action.run).toBeNull();
    expect(sealAction(changed('actors', [])).action.actors).toEqual([]);
    expect(sealAction(changed('approvals.required', 0)).action.approvals.required).toBe(0);
  });

  it.each(Object.keys(action))('refuses an action without %s', (name) => {
    expect(() => sealAction(changed(name, undefined))).toThrow(new TypeError(`action.${name} is missing`));
  });

  it.each<[string, unknown, string]>([
    ['typ', 'countersign/action/v2', 'action.typ is not countersign/action/v1'],
    ['traceId', 'x', 'action.traceId is unknown'],
    ['requester.ip', 'x', 'action.requester.ip is unknown'],
    ['tenant', '', 'action.tenant is not of 1 to 512 characters'],
    ['client', 'x'.repeat(513), 'action.client is not of 1 to 512 characters'],
    ['issuer', 5, 'action.issuer is not a string'],
    ['requester', 'alice', 'action.requester is not an object'],
    ['requester', ['alice'], 'action.requester is not an object'],
    ['requester', null, 'action.requester is not an object'],
    ['actors', { 0: 'a' }, 'action.actors is not a list'],
    ['actors', ['a', ''], 'action.actors[1] is not of 1 to 512 characters'],
    ['actors', Array(17).fill('a'), 'action.actors has more than 16 items'],
    ['run', '', 'action.run is not of 1 to 512 characters'],
    ['toolDigest', 'A'.repeat(64), 'action.toolDigest is not a digest'],
    ['policyDigest', 'a'.repeat(63), 'action.policyDigest is not a digest'],
    ['arguments', [], 'action.arguments is not an object'],
    ['resource.version', 7, 'action.resource.version is not a string'],
    ['approvals.required', 1.5, 'action.approvals.required is not an integer from 0 to 100'],
    ['approvals.required', -1, 'action.approvals.required is not an integer from 0 to 100'],
    ['approvals.required', 101, 'action.approvals.required is not an integer from 0 to 100'],
    ['expiresAt', '2026-12-01T12:00:00Z', 'action.expiresAt is not an RFC 3339 instant in UTC with milliseconds'],
    [
      'expiresAt',
      '2026-12-01T12:00:00.000+00:00',
      'action.expiresAt is not an RFC 3339 instant in UTC with milliseconds',
    ],
    ['expiresAt', '2026-02-30T12:00:00.000Z', 'action.expiresAt is not an RFC 3339 instant in UTC with milliseconds'],
    [
      'expiresAt',
      '+012026-12-01T12:00:00.000Z',
      'action.expiresAt is not an RFC 3339 instant in UTC with milliseconds',
    ],
    ['arguments.toJSON', 1, 'action/arguments/toJSON: forbidden key'],
    ['arguments.amount', 0.1 + 0.2, 'action/arguments/amount: more than 15 digits'],
  ])('refuses %s = %j', (path, value, message) => {
    expect(() => sealAction(changed(path, value))).toThrow(new TypeError(message));
  });

  it('takes the largest arguments that the reader accepts', () => {
    const largest = [
      `{"a":[${'1e15,'.repeat((MAX_BYTES - 10) / 5 - 1)}1]}`,
      `${'{"a":'.repeat(MAX_DEPTH)}1${'}'.repeat(MAX_DEPTH)}`,
    ];
    for (const text of largest) {
      const read = readStrictJson(Buffer.from(text));
      if (!read.ok) throw new Error(read.reason);
      const sealed = sealAction({ ...action, arguments: read.value as JsonObject });
      expect(openAction(sealed.canonical)).toEqual({ ok: true, sealed });
    }
  });
});

describe('openAction', () => {
  it('opens what was sealed, frozen again', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1 }), fc.integer()),
        fc.string({ unit: 'grapheme' }),
        (more, id) => {
          const candidate = { ...action, arguments: { ...more, id: `#${id}` } };
          fc.pre(readStrictJson(Buffer.from(jcs(candidate.arguments))).ok);
          const sealed = sealAction(candidate);
          const opened = openAction(sealed.canonical);
          expect(opened).toEqual({ ok: true, sealed });
          expect(opened.ok && Object.isFrozen(opened.sealed.action.arguments)).toBe(true);
        },
      ),
    );
  });

  it.each<[string, string, string]>([
    ['another spelling of the same action', JSON.stringify(action), 'not in canonical form'],
    ['text that is not JSON', '{', 'unexpected end at byte 1'],
    ['another shape', '{"typ":"countersign/action/v1"}', 'action.tenant is missing'],
    ['half a surrogate pair', jcs(action).replace('alice', '\ud800'), 'not in canonical form'],
  ])('refuses %s', (_what, text, reason) => {
    expect(openAction(text)).toEqual({ ok: false, reason });
  });
});
