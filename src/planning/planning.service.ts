import { Injectable } from '@nestjs/common';
import type { LocalHandler, Resource } from '../adapters/adapter.js';
import { LocalHandlers } from '../adapters/local-handlers.js';
import { AuditService } from '../audit/audit.service.js';
import { PolicyEngine, type ResourceAttributes } from '../authorization/policy-engine.js';
import { jcs } from '../canonical/jcs.js';
import type { JsonObject } from '../canonical/json-value.js';
import type { PublishedContract } from '../contracts/published-contract.js';
import { PlanChanges } from '../database/changes.js';
import { DirectoryService } from '../identity/directory.service.js';
import type { Principal } from '../identity/principal.js';
import { ok, type Refusal, type Result, refusal, refuse } from '../shared/errors.js';
import { eligibleApprovers } from './approvers.js';
import { actorOf } from '../identity/actor.js';
import { type Assessed, composePlan, millis, type PlanRequest, requestDigestOf } from './compose.js';
import type { Plan, PlanRule } from './plan.js';
import { PlanStore } from './plan.store.js';

/** Whether the plan is new or answers a call that repeats another. */
export interface Planned {
  readonly plan: string;
  readonly joined: boolean;
}

/** A call becomes a plan: what it repeats, the resource, may it be asked, who must sign, what they will see. */
@Injectable()
export class PlanningService {
  constructor(
    private readonly store: PlanStore,
    private readonly handlers: LocalHandlers,
    private readonly policy: PolicyEngine,
    private readonly directory: DirectoryService,
    private readonly audit: AuditService,
    private readonly changes: PlanChanges,
  ) {}

  /** A durable plan, or the one that this call repeats. A refusal occupies no key and leaves an event behind. */
  async plan(request: PlanRequest): Promise<Result<Planned>> {
    const { principal, contract } = request;
    const requestDigest = requestDigestOf(principal, contract, request.args);
    const found = await this.store.findRequest(
      principal.tenant,
      contract.contract.id,
      request.idempotencyKey,
      requestDigest,
      millis(contract.contract.execution?.replayWithin),
    );
    if (found.keyReused) return this.denied(request, keyReuse());
    if (found.plan !== null) return ok({ plan: found.plan, joined: true });

    const assessed = await this.assess(request);
    if (!assessed.ok) return this.denied(request, assessed.refusal);

    const row = composePlan(request, assessed.value, { request: requestDigest, policy: this.policy.digest }, found.at);
    const created = await this.store.create(principal.tenant, row);
    if ((created.outcome === 'CREATED' || created.outcome === 'JOINED') && created.plan !== null) {
      this.changes.publish({ tenant: principal.tenant, plan: created.plan });
      return ok({ plan: created.plan, joined: created.outcome === 'JOINED' });
    }
    return this.denied(request, notCreated(created.outcome));
  }

  /** A plan as it is stored; undefined when this tenant has none of that id. */
  find(tenant: string, id: string): Promise<Plan | undefined> {
    return this.store.find(tenant, id);
  }

  /** The requester's human, or an administrator (checked by the caller), withdraws. The outcome of `cancel_plan`. */
  async cancel(principal: Principal, plan: string, reason: string | undefined): Promise<string> {
    const event = jcs({ actor: actorOf(principal), ...(reason === undefined ? {} : { reason }) });
    const outcome = await this.store.cancel(principal.tenant, plan, reason ?? null, event);
    if (outcome === 'CANCELLED') this.changes.publish({ tenant: principal.tenant, plan });
    return outcome;
  }

  /** A wake-up at a deadline. */
  async expire(tenant: string, plan: string): Promise<void> {
    if ((await this.store.expire(tenant, plan)) === 'EXPIRED') this.changes.publish({ tenant, plan });
  }

  /** Authorize first, then ask people: what policy denies outright never reaches an approver. */
  private async assess({ principal, contract, args }: PlanRequest): Promise<Result<Assessed>> {
    const { permission, resource: target } = contract.contract;
    if (!target) throw new Error(`${contract.contract.id} cannot be planned`);
    const loaded = await loadVisible(this.handler(contract), this.policy, principal, contract, args);
    if (!loaded.ok) return loaded;
    const resource = loaded.value;
    const { attributes } = resource;
    if (!this.policy.authorize(principal, permission, attributes).allowed) {
      return refuse('POLICY_DENIED', `You may not do this to ${resource.type} ${resource.id}. Do not retry.`);
    }
    const expected = target.versionFrom === undefined ? undefined : args[target.versionFrom];
    if (expected !== undefined && expected !== resource.version) {
      return refuse(
        'STALE_RESOURCE',
        `${resource.type} ${resource.id} is at version ${resource.version}. Read it again.`,
        {
          expectedVersion: expected,
          version: resource.version,
        },
      );
    }
    const foreseen = this.handler(contract).foresee?.(resource) ?? { possible: true, after: {} };
    if (!foreseen.possible) return refuse('POLICY_DENIED', foreseen.why, { state: attributes.state ?? null });

    const needed = await this.approvers(principal, contract, attributes);
    return needed.ok ? ok({ resource, after: foreseen.after, ...needed.value }) : needed;
  }

  /** Which rule asks for how many approvals; refuses when so many people cannot be found, instead of letting it wait. */
  private async approvers(
    principal: Principal,
    { contract: { approval, permission } }: PublishedContract,
    attributes: ResourceAttributes,
  ): Promise<Result<Pick<Assessed, 'rule' | 'required'>>> {
    const policy = approval?.policy ?? '';
    const needed = this.policy.approvalRule(policy, attributes);
    if (needed.outcome === 'deny') return refuse('POLICY_DENIED', needed.why.en, { rule: needed.rule });
    const rule: PlanRule = {
      policy,
      rule: needed.rule,
      why: needed.why,
      permission: { action: needed.permission, subject: permission.subject },
    };
    const eligible = eligibleApprovers(
      this.policy,
      { requesterHuman: principal.human, permission: rule.permission, attributes },
      await this.directory.candidates(principal.tenant),
    );
    if (eligible.length < needed.required) {
      return refuse('NO_ELIGIBLE_APPROVER', noApprover(needed.required, eligible.length), {
        required: needed.required,
        eligible: eligible.length,
      });
    }
    return ok({ rule, required: needed.required });
  }

  private handler(contract: PublishedContract): LocalHandler {
    const { handler } = contract.contract.adapter;
    const found = this.handlers.find(handler);
    if (found === undefined) throw new Error(`no local handler is called ${handler}`);
    return found;
  }

  private async denied({ principal, contract }: PlanRequest, refusal: Refusal): Promise<Result<never>> {
    await this.audit.record(principal.tenant, 'request.denied', {
      actor: actorOf(principal),
      tool: contract.contract.id,
      code: refusal.code,
    });
    return { ok: false, refusal };
  }
}

/**
 * The resource that a call names, inside the tenant, if this principal may read it. What they may not read answers exactly like
 * what does not exist.
 */
export async function loadVisible(
  handler: LocalHandler,
  policy: PolicyEngine,
  principal: Principal,
  contract: PublishedContract,
  args: JsonObject,
): Promise<Result<Resource>> {
  const resource = await handler.load(principal.tenant, args);
  const readable = { action: 'read', subject: contract.contract.permission.subject };
  if (resource === undefined || !policy.authorize(principal, readable, resource.attributes).allowed) {
    return refuse('NOT_FOUND', 'There is no such object, or you may not see it.');
  }
  return ok(resource);
}

function keyReuse(): Refusal {
  return refusal('KEY_REUSE', 'This idempotency key was used for another request. Use a new key for a new request.');
}

function notCreated(outcome: string): Refusal {
  switch (outcome) {
    case 'KEY_REUSE':
      return keyReuse();
    case 'TOOL_CHANGED':
      return refusal('TOOL_CHANGED', 'The tool changed just now. List the tools again and repeat the call.');
    case 'TOOL_DISABLED':
      return refusal('TOOL_DISABLED', 'This tool is switched off at present. Tell the user; do not retry.');
    case 'RESOURCE_BUSY':
      return refusal('RESOURCE_BUSY', 'An earlier action on this object has no known outcome yet. Try again later.');
    case 'REAUTHZ_REQUIRED':
      return refusal('FORBIDDEN', 'Your rights changed during the call. Repeat it.');
    default:
      throw new Error(`create_plan answered ${outcome}`);
  }
}

function noApprover(required: number, eligible: number): string {
  return eligible === 0
    ? 'Nobody else is known who may approve this. Tell the user that an approver is missing; do not retry.'
    : `This needs ${required} approvals, but only ${eligible} eligible approver is known. Tell the user; do not retry.`;
}
