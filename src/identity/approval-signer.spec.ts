import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ApprovalStatement, statementText } from '../canonical/approval-statement.js';
import { ApprovalSigner } from './approval-signer.js';
import { SigningKey } from './signing-key.js';
import type { SigningKeyStore } from './signing-key.store.js';

/** The published keys of one test. */
class Keys {
  readonly rows = new Map<string, { publicJwk: Record<string, unknown>; revoked: boolean }>();

  async publish(kid: string, publicJwk: object): Promise<void> {
    if (!this.rows.has(kid)) this.rows.set(kid, { publicJwk: { ...publicJwk }, revoked: false });
  }

  async find(kid: string) {
    return this.rows.get(kid);
  }
}

const B64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const GOOD_HEADER = { alg: 'EdDSA', kid: '', typ: 'countersign-approval+jws' };

let key: SigningKey;
let keys: Keys;
let signer: ApprovalSigner;
let statement: ApprovalStatement;
let jws: string;

beforeEach(async () => {
  key = new SigningKey(generateKeyPairSync('ed25519').privateKey);
  keys = new Keys();
  signer = new ApprovalSigner(key, keys as unknown as SigningKeyStore);
  await signer.onModuleInit();
  statement = {
    typ: 'countersign/approval/v1',
    id: '0198f000-0000-7000-8000-0000000000aa',
    tenant: 'acme',
    plan: '0198f000-0000-7000-8000-0000000000bb',
    actionDigest: 'a'.repeat(64),
    displayDigest: 'b'.repeat(64),
    decision: 'APPROVE',
    reason: 'Customer asked 客户要求',
    approver: { sub: 'sofia', human: 'sofia' },
    authzEpoch: 1,
    iat: 1_800_000_000,
    exp: 1_800_010_000,
    kid: signer.kid,
  };
  jws = await signer.sign(statement);
});

async function faultOf(text: string, expected = statement): Promise<unknown> {
  const result = await signer.verify(text, expected);
  return result.ok ? undefined : result.refusal.details?.['fault'];
}

/** Signs any header and payload with the real key: what an attacker cannot do, so that only the form is at fault. */
function signed(header: string, payload: string | Buffer, by = key): string {
  const input = `${Buffer.from(header).toString('base64url')}.${Buffer.from(payload).toString('base64url')}`;
  return `${input}.${sign(null, Buffer.from(input), by.privateKey).toString('base64url')}`;
}

const headerOf = (members: object) => JSON.stringify({ ...GOOD_HEADER, kid: key.kid, ...members });

describe('a signed approval', () => {
  it('verifies and gives the statement back', async () => {
    expect(await signer.verify(jws, statement)).toEqual({ ok: true, value: statement });
  });

  it('verifies against what the caller knows, without the rest', async () => {
    const { tenant, plan, actionDigest, displayDigest } = statement;
    expect(await signer.verify(jws, { tenant, plan, actionDigest, displayDigest })).toMatchObject({ ok: true });
  });

  it('is the same text each time, so that one decision has one JWS', async () => {
    expect(await signer.sign(statement)).toBe(jws);
    expect(signed(headerOf({}), statementText(statement))).toBe(jws);
  });

  it.each([
    ['tenant', 'globex'],
    ['plan', '0198f000-0000-7000-8000-0000000000cc'],
    ['actionDigest', 'c'.repeat(64)],
    ['displayDigest', 'c'.repeat(64)],
    ['decision', 'REJECT'],
    ['reason', ''],
    ['approver', { sub: 'sofia', human: 'sam' }],
    ['authzEpoch', 2],
    ['onBehalfOf', { sub: 'x', human: 'x' }],
  ])('does not verify when another %s is expected', async (member, value) => {
    expect(await faultOf(jws, { ...statement, [member]: value })).toBe(member);
  });

  it('is not made for a statement that names another key', async () => {
    await expect(signer.sign({ ...statement, kid: 'other' })).rejects.toThrow(TypeError);
  });
});

describe('another spelling of a signed approval is refused:', () => {
  it.each([
    ['a trailing newline', (text: string) => `${text}\n`],
    ['a leading blank', (text: string) => ` ${text}`],
    ['padding', (text: string) => `${text}==`],
    ['a fourth part', (text: string) => `${text}.`],
    ['an empty signature', (text: string) => text.slice(0, text.lastIndexOf('.') + 1)],
    ['a lost part', (text: string) => text.slice(0, text.lastIndexOf('.'))],
    ['plain base64', (text: string) => text.replaceAll('-', '+').replaceAll('_', '/').replace(/$/, '=')],
    ['a blank inside', (text: string) => text.replace('.', '. ')],
    ['nothing', () => ''],
    ['a longer signature', (text: string) => `${text}AAAA`],
  ])('%s', async (_, spell) => {
    expect(await faultOf(spell(jws))).toBe('malformed');
  });

  it('more than any statement needs', async () => {
    expect(await faultOf(signed(headerOf({}), 'x'.repeat(70_000)))).toBe('malformed');
  });

  it('spare bits of the last character, in each part', async () => {
    const parts = jws.split('.');
    let tried = 0;
    for (const [index, part] of parts.entries()) {
      const last = B64.indexOf(part.at(-1) ?? '');
      for (const other of B64) {
        const variant = part.slice(0, -1) + other;
        if (other === B64[last] || !Buffer.from(variant, 'base64url').equals(Buffer.from(part, 'base64url'))) continue;
        tried += 1;
        expect(await faultOf(parts.with(index, variant).join('.'))).toBe('malformed');
      }
    }
    expect(tried).toBeGreaterThan(0);
  });

  it('every single changed character', async () => {
    for (let at = 0; at < jws.length; at += 1) {
      const other = jws[at] === 'A' ? 'B' : 'A';
      expect(await faultOf(jws.slice(0, at) + other + jws.slice(at + 1))).toBeDefined();
    }
  });

  it('the twin of the signature whose scalar is larger by the group order', async () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const [header, payload, signature = ''] = jws.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    let scalar = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order;
    for (let at = 32; at < 64; at += 1, scalar >>= 8n) bytes[at] = Number(scalar & 255n);
    expect(await faultOf(`${header}.${payload}.${bytes.toString('base64url')}`)).toBe('signature');
  });

  it.each([
    ['another order of members', () => JSON.stringify({ typ: GOOD_HEADER.typ, kid: key.kid, alg: 'EdDSA' })],
    ['blanks', () => headerOf({}).replace(',', ', ')],
    ['a member twice', () => headerOf({}).replace('{', '{"kid":"other",')],
    ['the same member twice', () => headerOf({}).replace('{', '{"alg":"EdDSA",')],
    ['critical extensions', () => headerOf({ crit: ['exp'] })],
    ['a key of its own', () => headerOf({ jwk: key.publicJwk })],
    ['the type of a token', () => headerOf({ typ: 'at+jwt' })],
    ['no type', () => headerOf({ typ: undefined })],
    ['another algorithm', () => headerOf({ alg: 'ES256' })],
    ['no algorithm', () => headerOf({ alg: 'none' })],
    ['the newer name of the algorithm', () => headerOf({ alg: 'Ed25519' })],
    ['a number as the key', () => headerOf({ kid: 7 })],
    ['a list', () => '["EdDSA"]'],
    ['null', () => 'null'],
  ])('a header with %s', async (_, header) => {
    expect(await faultOf(signed(header(), statementText(statement)))).toBe('malformed');
  });

  it.each([
    [
      'another order of members',
      (text: string) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())),
    ],
    ['a blank', (text: string) => `${text} `],
    ['a member twice', (text: string) => text.replace('{', '{"decision":"REJECT",')],
    ['an unknown member', (text: string) => text.replace('}', ',"zz":1}').replace(/\}$/, ',"zz":1}')],
    ['an escaped letter', (text: string) => text.replace('"APPROVE"', '"\\u0041PPROVE"')],
    ['no statement at all', () => '{}'],
    ['something that is not JSON', () => 'approve'],
    ['another key inside', (text: string) => text.replace(/"kid":"[^"]+"/, '"kid":"other"')],
  ])('a payload with %s', async (_, spell) => {
    expect(await faultOf(signed(headerOf({}), spell(statementText(statement))))).toBe('statement');
  });

  it('bytes that are not UTF-8', async () => {
    const bytes = Buffer.from(statementText(statement));
    bytes[bytes.indexOf('Customer')] = 0xff;
    expect(await faultOf(signed(headerOf({}), bytes))).toBe('statement');
  });
});

describe('a key', () => {
  it('that was never published does not count', async () => {
    const stranger = new SigningKey(generateKeyPairSync('ed25519').privateKey);
    expect(
      await faultOf(signed(JSON.stringify({ ...GOOD_HEADER, kid: stranger.kid }), statementText(statement), stranger)),
    ).toBe('unknown key');
  });

  it('does not count under the name of another', async () => {
    const stranger = new SigningKey(generateKeyPairSync('ed25519').privateKey);
    expect(await faultOf(signed(headerOf({}), statementText(statement), stranger))).toBe('signature');
  });

  it('that was revoked no longer counts, and the engine does not start with it', async () => {
    keys.rows.set(key.kid, { publicJwk: { ...key.publicJwk }, revoked: true });
    expect(await faultOf(jws)).toBe('revoked key');
    await expect(signer.onModuleInit()).rejects.toThrow(/was revoked/);
  });

  it('of another kind does not count', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    keys.rows.set(key.kid, { publicJwk: publicKey.export({ format: 'jwk' }), revoked: false });
    expect(await faultOf(jws)).toBe('signature');
  });
});
