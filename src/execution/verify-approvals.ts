import type { StoredApproval } from '../approval/approval.js';
import { type ApprovalStatement, statementText } from '../canonical/approval-statement.js';
import type { ExpectedApproval } from '../identity/approval-signer.js';
import type { Plan } from '../planning/plan.js';
import type { Result } from '../shared/errors.js';

/** Verifies a stored JWS and reads its statement; see `ApprovalSigner.verify`. */
export type VerifySignature = (jws: string, expected: ExpectedApproval) => Promise<Result<ApprovalStatement>>;

/**
 * The approvals that may count: VALID, APPROVE, and signed, now and from the stored bytes, over exactly this plan by exactly this
 * approver. A changed row, a changed statement or a revoked key drops the approval.
 */
export async function verifiedApprovals(
  plan: Plan,
  approvals: readonly StoredApproval[],
  verify: VerifySignature,
): Promise<StoredApproval[]> {
  const checked = await Promise.all(
    approvals.map(async (approval) => {
      if (approval.state !== 'VALID' || approval.decision !== 'APPROVE') return undefined;
      const signed = await verify(approval.jws, whatItMustSay(plan, approval));
      return signed.ok && statementText(signed.value) === approval.statement ? approval : undefined;
    }),
  );
  return checked.filter((approval) => approval !== undefined);
}

function whatItMustSay(plan: Plan, approval: StoredApproval): ExpectedApproval {
  return {
    id: approval.id,
    tenant: plan.tenant,
    plan: plan.id,
    actionDigest: plan.actionDigest,
    displayDigest: plan.displayDigest,
    decision: 'APPROVE',
    reason: approval.reason,
    approver: { sub: approval.approverSub, human: approval.approverHuman },
    authzEpoch: approval.authzEpoch,
    exp: approval.expiresAt,
    kid: approval.kid,
  };
}
