import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StoredApproval } from '../approval/approval.js';
import { type ApprovalStatement, statementText } from '../canonical/approval-statement.js';
import { ApprovalSigner } from '../identity/approval-signer.js';
import { SigningKey } from '../identity/signing-key.js';
import type { Plan } from '../planning/plan.js';
import { verifiedApprovals } from './verify-approvals.js';

const plan = {
  tenant: 'acme',
  id: '0198f000-0000-7000-8000-0000000000bb',
  actionDigest: 'a'.repeat(64),
  displayDigest: 'b'.repeat(64),
} as Plan;

const published = new Map<string, { publicJwk: Record<string, unknown>; revoked: boolean }>();
const keys = {
  publish: async (kid: string, publicJwk: object) =>
    void published.set(kid, { publicJwk: { ...publicJwk }, revoked: false }),
  find: async (kid: string) => published.get(kid),
};
let signer: ApprovalSigner;
let statement: ApprovalStatement;
let approval: StoredApproval;

beforeAll(async () => {
  signer = new ApprovalSigner(
    new SigningKey(generateKeyPairSync('ed25519').privateKey),
    keys as unknown as ConstructorParameters<typeof ApprovalSigner>[1],
  );
  await signer.onModuleInit();
});

beforeEach(async () => {
  published.forEach((key) => (key.revoked = false));
  statement = {
    typ: 'countersign/approval/v1',
    id: '0198f000-0000-7000-8000-0000000000aa',
    tenant: plan.tenant,
    plan: plan.id,
    actionDigest: plan.actionDigest,
    displayDigest: plan.displayDigest,
    decision: 'APPROVE',
    reason: 'fine',
    approver: { sub: 'sofia', human: 'sofia' },
    authzEpoch: 4,
    iat: 1_800_000_000,
    exp: 1_800_010_000,
    kid: signer.kid,
  };
  approval = await stored(statement);
});

async function stored(signed: ApprovalStatement): Promise<StoredApproval> {
  return {
    id: signed.id,
    approverId: '0198f000-0000-7000-8000-0000000000cc',
    approverSub: signed.approver.sub,
    approverHuman: signed.approver.human,
    decision: signed.decision,
    reason: signed.reason,
    state: 'VALID',
    authzEpoch: signed.authzEpoch,
    statement: statementText(signed),
    jws: await signer.sign(signed),
    kid: signed.kid,
    expiresAt: signed.exp,
  };
}

const verified = async (...approvals: StoredApproval[]) =>
  verifiedApprovals(plan, approvals, (jws, expected) => signer.verify(jws, expected));

describe('an approval may count', () => {
  it('as it was signed and stored', async () => {
    expect(await verified(approval)).toEqual([approval]);
  });

  it.each<Partial<StoredApproval>>([
    { state: 'REVOKED' },
    { state: 'CONSUMED' },
    { decision: 'REJECT' },
    { id: '0198f000-0000-7000-8000-0000000000dd' },
    { approverSub: 'sam' },
    { approverHuman: 'sam' },
    { reason: 'better than fine' },
    { authzEpoch: 5 },
    { expiresAt: 1_800_010_001 },
    { expiresAt: 1_800_010_000.5 },
    { kid: 'another' },
    { statement: '{}' },
    { jws: '' },
  ])('not when its row says %o', async (change) => {
    expect(await verified({ ...approval, ...change })).toEqual([]);
  });

  it.each<Partial<ApprovalStatement>>([
    { plan: '0198f000-0000-7000-8000-0000000000ee' },
    { tenant: 'globex' },
    { actionDigest: 'c'.repeat(64) },
    { displayDigest: 'c'.repeat(64) },
  ])('not when it was signed, by the same key, over %o', async (change) => {
    expect(await verified(await stored({ ...statement, ...change }))).toEqual([]);
  });

  it('not when it is a rejection whose row says APPROVE', async () => {
    const rejection = await stored({ ...statement, decision: 'REJECT' });
    expect(await verified({ ...rejection, decision: 'APPROVE' })).toEqual([]);
  });

  it('not when its key was revoked', async () => {
    published.forEach((key) => (key.revoked = true));
    expect(await verified(approval)).toEqual([]);
  });

  it('each for itself: one that does not count spoils no other', async () => {
    const another = await stored({ ...statement, approver: { sub: 'sam', human: 'sam' } });
    expect(await verified({ ...approval, jws: 'x' }, another)).toEqual([another]);
  });
});
