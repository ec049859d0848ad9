import { Injectable } from '@nestjs/common';
import { PolicyEngine } from '../authorization/policy-engine.js';
import type { ApprovalStatement } from '../canonical/approval-statement.js';
import { statementText } from '../canonical/approval-statement.js';
import { jcs } from '../canonical/jcs.js';
import { ContractRegistry } from '../contracts/contract-registry.js';
import { PlanChanges } from '../database/changes.js';
import { ApprovalSigner } from '../identity/approval-signer.js';
import { decidesInPerson, type Principal } from '../identity/principal.js';
import type { Plan } from '../planning/plan.js';
import { PlanningService } from '../planning/planning.service.js';
import { actorOf } from '../identity/actor.js';
import { Relay } from '../queue/relay.js';
import { ok, type Refusal, type Result, refusal, refuse } from '../shared/errors.js';
import { newId } from '../shared/ids.js';
import type { StoredApproval } from './approval.js';
import { ApprovalStore } from './approval.store.js';
import { type CannotDecide, maySeePlan, whyNotDecide } from './eligibility.js';

/** What an approver sends: the decision, and the digests of what they saw. */
export interface DecisionRequest {
  readonly decision: 'APPROVE' | 'REJECT';
  readonly reason: string;
  readonly actionDigest: string;
  readonly displayDigest: string;
}

/** People decide: who may, what they sign, and what follows from the last signature. */
@Injectable()
export class ApprovalService {
  constructor(
    private readonly plans: PlanningService,
    private readonly store: ApprovalStore,
    private readonly policy: PolicyEngine,
    private readonly contracts: ContractRegistry,
    private readonly signer: ApprovalSigner,
    private readonly changes: PlanChanges,
    private readonly relay: Relay,
  ) {}

  /** Signs and records one human's decision. Refuses with the reason; a refusal changes nothing. */
  async decide(principal: Principal, planId: string, request: DecisionRequest): Promise<Result<void>> {
    if (!decidesInPerson(principal)) return notInPerson();
    const plan = await this.plans.find(principal.tenant, planId);
    if (plan === undefined || !maySeePlan(this.policy, principal, plan)) return notFound();
    const { now, decided } = await this.store.before(principal.tenant, planId, principal.human);
    const no = whyNotDecide({
      state: plan.state,
      decideBy: plan.decideBy,
      now,
      requesterHuman: plan.requesterHuman,
      viewerHuman: principal.human,
      entitled: this.entitled(principal, plan),
      decided,
    });
    if (no !== undefined) return { ok: false, refusal: cannotDecide(no, plan) };
    if (plan.actionDigest !== request.actionDigest || plan.displayDigest !== request.displayDigest) return mismatch();
    if (request.reason.trim() === '' && this.needsReason(plan, request.decision)) return noReason();

    const statement = this.statement(principal, plan, request, now);
    const outcome = await this.store.record(principal.tenant, planId, {
      id: statement.id,
      approverId: principal.id,
      approverHuman: principal.human,
      decision: statement.decision,
      reason: statement.reason,
      epoch: principal.epoch,
      actionDigest: statement.actionDigest,
      displayDigest: statement.displayDigest,
      statement: statementText(statement),
      jws: await this.signer.sign(statement),
      kid: statement.kid,
      expiresAt: new Date(statement.exp * 1000).toISOString(),
      event: jcs({ actor: actorOf(principal), approval: statement.id, reason: statement.reason, kid: statement.kid }),
    });
    return this.answer(outcome, principal, plan);
  }

  /** The decisions on a plan with their stored bytes, oldest first. */
  ofPlan(tenant: string, plan: string): Promise<StoredApproval[]> {
    return this.store.ofPlan(tenant, plan);
  }

  /** The approver withdraws before the claim. */
  async revoke(principal: Principal, planId: string, reason: string | undefined): Promise<Result<void>> {
    if (!decidesInPerson(principal)) return notInPerson();
    const event = jcs({ actor: actorOf(principal), ...(reason === undefined ? {} : { reason }) });
    const outcome = await this.store.revoke(principal.tenant, planId, principal.human, event);
    if (outcome === 'NOT_FOUND')
      return refuse('NOT_FOUND', 'You have no approval on this action that could be withdrawn.');
    if (outcome !== 'REVOKED') return { ok: false, refusal: overAlready(outcome) };
    this.changes.publish({ tenant: principal.tenant, plan: planId });
    return ok(undefined);
  }

  /** A rejection always says why. Whether an approval must is the contract's word; without the contract nobody knows better. */
  private needsReason(plan: Plan, decision: DecisionRequest['decision']): boolean {
    return decision === 'REJECT' || this.contracts.byName(plan.tool)?.contract.approval?.reasonRequired !== false;
  }

  private entitled(principal: Principal, plan: Plan): boolean {
    return this.policy.authorize(principal, plan.rule.permission, plan.attributes).allowed;
  }

  private statement(principal: Principal, plan: Plan, request: DecisionRequest, now: Date): ApprovalStatement {
    return {
      typ: 'countersign/approval/v1',
      id: newId(),
      tenant: plan.tenant,
      plan: plan.id,
      actionDigest: plan.actionDigest,
      displayDigest: plan.displayDigest,
      decision: request.decision,
      reason: request.reason,
      approver: { sub: principal.sub, human: principal.human },
      authzEpoch: principal.epoch,
      iat: Math.floor(now.getTime() / 1000),
      // Whole seconds, never shorter than the plan itself: the plan's own deadline is the sharp one.
      exp: Math.ceil(plan.executeBy.getTime() / 1000) + 1,
      kid: this.signer.kid,
    };
  }

  private answer(outcome: string, principal: Principal, plan: Plan): Result<void> {
    switch (outcome) {
      case 'RECORDED':
      case 'QUORUM':
      case 'REJECTED':
        this.changes.publish({ tenant: plan.tenant, plan: plan.id });
        if (outcome === 'QUORUM') this.relay.kick();
        return ok(undefined);
      case 'NOT_FOUND':
        return notFound();
      case 'DIGEST_MISMATCH':
        return mismatch();
      case 'REAUTHZ_REQUIRED':
        return refuse('FORBIDDEN', 'Your rights changed just now. Load the page again.');
      case 'SELF':
      case 'ALREADY_DECIDED':
        return { ok: false, refusal: cannotDecide(outcome, plan) };
      default:
        if (outcome === 'EXPIRED') this.changes.publish({ tenant: principal.tenant, plan: plan.id });
        return { ok: false, refusal: overAlready(outcome) };
    }
  }
}

function notFound(): Result<never> {
  return refuse('NOT_FOUND', 'There is no such action, or you may not see it.');
}

/** An approval never travels through an agent's channel: its token, or a delegated one, decides nothing. */
function notInPerson(): Result<never> {
  return refuse('FORBIDDEN', 'Only a person decides, in the console. An agent cannot, whoever it acts for.', {
    reason: 'NOT_IN_PERSON',
  });
}

function mismatch(): Result<never> {
  return refuse('INVALID_ARGUMENTS', 'The digests are not those of this action. Load the page again before you sign.');
}

function noReason(): Result<never> {
  return refuse('INVALID_ARGUMENTS', 'This decision needs a reason.', {
    errors: [{ pointer: '/reason', message: 'must say why' }],
  });
}

/** The taxonomy's word for a plan that is over, by its final state. */
export function overAlready(state: string): Refusal {
  switch (state) {
    case 'CONSUMED':
      return refusal('ALREADY_DECIDED', 'It was executed already.', { state });
    case 'REJECTED':
      return refusal('REJECTED', 'It was rejected already.', { state });
    case 'CANCELLED':
      return refusal('CANCELLED', 'The requester withdrew it.', { state });
    case 'SUPERSEDED':
      return refusal('SUPERSEDED', 'A newer request of the same requester replaced it.', { state });
    case 'INVALIDATED':
      return refusal('STALE_RESOURCE', 'The object or the tool changed since, so this request is void.', { state });
    case 'EXPIRED':
      return refusal('EXPIRED', 'Its time is over.', { state });
    default:
      throw new Error(`not a final state: ${state}`);
  }
}

function cannotDecide(why: CannotDecide, plan: Plan): Refusal {
  switch (why) {
    case 'NOT_PENDING':
      return overAlready(plan.state);
    case 'SELF':
      return refusal('FORBIDDEN', 'You asked for this yourself, so somebody else has to decide.', { reason: why });
    case 'NOT_ELIGIBLE':
      return refusal('FORBIDDEN', 'You are not entitled to decide on this.', { reason: why });
    case 'ALREADY_DECIDED':
      return refusal('ALREADY_DECIDED', 'You have decided on this already.', { reason: why });
    case 'DECIDE_BY_PASSED':
      return refusal('EXPIRED', 'The time for deciding is over.', { reason: why });
  }
}
