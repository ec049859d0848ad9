import { Injectable } from '@nestjs/common';
import { LocalHandlers } from '../adapters/local-handlers.js';
import { ApprovalService } from '../approval/approval.service.js';
import { type Authority, PolicyEngine } from '../authorization/policy-engine.js';
import { openAction } from '../canonical/action.js';
import { jcs } from '../canonical/jcs.js';
import { ContractRegistry } from '../contracts/contract-registry.js';
import { settleRefusal } from '../contracts/lifecycle.js';
import type { PublishedContract } from '../contracts/published-contract.js';
import { PlanChanges } from '../database/changes.js';
import { ApprovalSigner } from '../identity/approval-signer.js';
import { DirectoryService } from '../identity/directory.service.js';
import type { Principal } from '../identity/principal.js';
import { agreesWithAction } from '../planning/agrees.js';
import type { Plan } from '../planning/plan.js';
import { PlanningService } from '../planning/planning.service.js';
import { actorOf } from '../identity/actor.js';
import { Relay } from '../queue/relay.js';
import { newId } from '../shared/ids.js';
import { afterClaim, type ClaimRequest, type Denial } from './execution.js';
import { ExecutionStore } from './execution.store.js';
import { verifiedApprovals } from './verify-approvals.js';

const REAUTHORIZATIONS = 3;

/** An approved plan is executed once: re-authorize, re-verify, claim. */
@Injectable()
export class ExecutionService {
  constructor(
    private readonly plans: PlanningService,
    private readonly approvals: ApprovalService,
    private readonly store: ExecutionStore,
    private readonly contracts: ContractRegistry,
    private readonly policy: PolicyEngine,
    private readonly directory: DirectoryService,
    private readonly signer: ApprovalSigner,
    private readonly handlers: LocalHandlers,
    private readonly changes: PlanChanges,
    private readonly relay: Relay,
  ) {}

  /** Asks that an approved plan run (tools that run on request, or an impatient requester). The outcome of `request_execution`. */
  async request(principal: Principal, plan: string): Promise<string> {
    const outcome = await this.store.request(principal.tenant, plan, jcs({ actor: actorOf(principal) }));
    if (outcome === 'REQUESTED') this.relay.kick();
    return outcome;
  }

  /**
   * Claims and, for class 0, executes. Safe to call any number of times, by any number of processes. The outcome of
   * `claim_execution`; REAUTHZ_REQUIRED when rights kept changing under our hands.
   */
  async execute(tenant: string, planId: string): Promise<string> {
    let outcome = 'REAUTHZ_REQUIRED';
    for (let attempt = 0; attempt < REAUTHORIZATIONS && afterClaim(outcome) === 'reauthorize'; attempt++) {
      const plan = await this.plans.find(tenant, planId);
      if (plan === undefined) return 'NOT_FOUND';
      if (plan.state !== 'PENDING') return plan.state;
      const claimed = await this.store.claim(tenant, planId, await this.establish(plan));
      outcome = claimed.outcome;
    }
    this.changes.publish({ tenant, plan: planId });
    return outcome;
  }

  /** All that the claim needs to hold against the locked rows: rights as they are now, signatures as they are stored. */
  private async establish(plan: Plan): Promise<ClaimRequest> {
    const stored = await this.approvals.ofPlan(plan.tenant, plan.id);
    const people = await this.directory.findAll(plan.tenant, [plan.requesterId, ...stored.map((a) => a.approverId)]);
    const byId = new Map(people.map((person) => [person.id, person]));
    const requester = byId.get(plan.requesterId);
    if (requester === undefined) throw new Error('a plan without a requester');

    const opened = openAction(plan.action);
    const verified = await verifiedApprovals(plan, stored, (jws, expected) => this.signer.verify(jws, expected));
    // Approvers must be entitled still under today's policy, not only under the epoch of their signature.
    const entitled = verified.filter((approval) => {
      const approver = byId.get(approval.approverId);
      return approver !== undefined && this.policy.authorize(approver, plan.rule.permission, plan.attributes).allowed;
    });
    const contract = this.contracts.byName(plan.tool);
    const effect = contract && this.handlers.find(contract.contract.adapter.handler)?.effect;
    return {
      executionId: newId(),
      // Recomputed from the stored text: what runs is what was signed, or nothing.
      actionDigest: opened.ok && agreesWithAction(plan, requester, opened.sealed) ? opened.sealed.digest : '',
      epoch: requester.epoch,
      verified: entitled.map((approval) => approval.id),
      leaseMs: contract?.contract.execution?.timeoutMs ?? 0,
      // Without the very contract and its effect this process must not claim: it would not know what to do with the claim.
      ...(contract === undefined || contract.digest !== plan.toolDigest || effect === undefined
        ? { denial: 'TOOL_CHANGED' as const }
        : { ...effect, ...this.denial(plan, requester, contract) }),
    };
  }

  /** Approval never turns "not allowed" into "allowed": the requester is authorized again, under today's rights and rules. */
  private denial(plan: Plan, requester: Authority, { contract }: PublishedContract): { denial?: Denial } {
    if (settleRefusal(contract, new Date()) !== undefined) return { denial: 'TOOL_DISABLED' };
    if (!this.policy.authorize(requester, contract.permission, plan.attributes).allowed) return { denial: 'FORBIDDEN' };
    const needed = contract.approval && this.policy.approvalRule(contract.approval.policy, plan.attributes);
    // A policy that asks for more, or for others, today than the plan was approved under is not satisfied by yesterday's approvals.
    const enough =
      needed?.outcome === 'require' &&
      needed.required <= plan.required &&
      needed.permission === plan.rule.permission.action &&
      contract.permission.subject === plan.rule.permission.subject;
    return enough ? {} : { denial: 'POLICY_DENIED' };
  }
}
