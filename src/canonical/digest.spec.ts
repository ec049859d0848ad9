import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  actionDigest,
  actionTextDigest,
  approvalChallenge,
  displayDigest,
  eventHash,
  isDigest,
  operationId,
  policyDigest,
  requestDigest,
  toolDigest,
} from './digest.js';

const request = {
  tenant: 't1',
  requester: { sub: 'agent-1', human: 'alice' },
  tool: 'orders.cancel.v1',
  arguments: { orderId: 'A-1001' },
};

function sha256(preimage: string): string {
  return createHash('sha256').update(Buffer.from(preimage, 'utf8')).digest('hex');
}

/** RFC 4648 §6 by arithmetic on one large number, unlike the implementation's bit buffer. */
function base32OfHex(hex: string): string {
  const bits = hex.length * 4;
  const padded = BigInt(`0x${hex}`) << BigInt((5 - (bits % 5)) % 5);
  const digits = padded.toString(32).padStart(Math.ceil(bits / 5), '0');
  return [...digits].map((digit) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(digit, 32)]).join('');
}

describe('digests', () => {
  it('are SHA-256 over a line with the purpose, then the canonical text', () => {
    const action = { b: 'é', a: 1 };
    expect(actionDigest(action)).toBe(sha256('countersign/action/v1\n{"a":1,"b":"é"}'));
    expect(actionTextDigest('{"a":1,"b":"é"}')).toBe(actionDigest(action));
    expect(toolDigest(action)).toBe(sha256('countersign/tool/v1\n{"a":1,"b":"é"}'));
    expect(policyDigest(action)).toBe(sha256('countersign/policy/v1\n{"a":1,"b":"é"}'));
    expect(displayDigest('r-1', action)).toBe(sha256('countersign/display/v1\nr-1\n{"a":1,"b":"é"}'));
    expect(eventHash('{"seq":1}')).toBe(sha256('countersign/event/v1\n{"seq":1}'));
    expect(approvalChallenge('{"plan":"p"}')).toBe(sha256('countersign/approval/v1\n{"plan":"p"}'));
    expect(requestDigest(request)).toBe(
      sha256(
        'countersign/request/v1\n{"arguments":{"orderId":"A-1001"},' +
          '"requester":{"human":"alice","sub":"agent-1"},"tenant":"t1","tool":"orders.cancel.v1"}',
      ),
    );
  });

  it('do not change from one release to the next', () => {
    expect(actionDigest({ a: 1 })).toBe('beb14e8d1d8d84d2f63b6b9200a400181afab3bb48a75bf50f6c4ec2939b1b20');
    expect(operationId(actionDigest({ a: 1 }))).toBe('rbnkbufzyhtihygs2b6uegjpmzcpynbnmpn6ig3r5sgsjpdzjf6q');
  });

  it('differ by purpose for one content', () => {
    const content = { a: 1 };
    const all = [
      actionDigest(content),
      toolDigest(content),
      policyDigest(content),
      eventHash('{"a":1}'),
      approvalChallenge('{"a":1}'),
      displayDigest('r', content),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('are the same whatever order the members were written in', () => {
    expect(toolDigest({ a: 1, b: 2 })).toBe(toolDigest({ b: 2, a: 1 }));
  });

  it('differ between NFC and NFD', () => {
    const name = 'Zoë';
    const composed = { ...request, arguments: { name: name.normalize('NFC') } };
    const decomposed = { ...request, arguments: { name: name.normalize('NFD') } };
    expect(requestDigest(composed)).not.toBe(requestDigest(decomposed));
  });

  it.each([
    { ...request, tenant: 't2' },
    { ...request, requester: { ...request.requester, sub: 'agent-2' } },
    { ...request, requester: { ...request.requester, human: 'bob' } },
    { ...request, tool: 'orders.cancel.v2' },
    { ...request, arguments: { orderId: 'A-1002' } },
  ])('of a request differ when any part differs: %j', (other) => {
    expect(requestDigest(other)).not.toBe(requestDigest(request));
  });

  it('of a request cover nothing but its four parts', () => {
    const noisy = { ...request, traceId: 'x', requester: { ...request.requester, ip: '127.0.0.1' } };
    expect(requestDigest(noisy)).toBe(requestDigest(request));
  });

  it('refuse half a surrogate pair, which would be hashed as U+FFFD', () => {
    expect(() => eventHash('\ud800')).toThrow(TypeError);
    expect(() => approvalChallenge('a\udc00')).toThrow(TypeError);
    expect(() => actionTextDigest('\ud83d')).toThrow(TypeError);
    expect(isDigest(eventHash('\ufffd'))).toBe(true);
  });

  it('of a display refuse a version that could reach into the content', () => {
    expect(() => displayDigest('r\n{}', {})).toThrow(TypeError);
    expect(() => displayDigest('', {})).toThrow(TypeError);
  });
});

describe('operationId', () => {
  it('is the base32 of a digest of the digest', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const digest = actionDigest({ text });
        const id = operationId(digest);
        expect(id).toBe(base32OfHex(sha256(`countersign/operation/v1\n${digest}`)));
        expect(id).toMatch(/^[a-z2-7]{52}$/);
      }),
    );
  });

  it.each(['', 'abc', 'G'.repeat(64), 'A'.repeat(64), `${'a'.repeat(64)}\n`])(
    'refuses %j, which is no digest',
    (text) => {
      expect(isDigest(text)).toBe(false);
      expect(() => operationId(text)).toThrow(TypeError);
    },
  );
});
