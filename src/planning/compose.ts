import { randomBytes } from 'node:crypto';
import type { Resource, Scalar } from '../adapters/adapter.js';
import { type SealedAction, sealAction } from '../canonical/action.js';
import { displayDigest, requestDigest } from '../canonical/digest.js';
import { type Display, RENDERER_VERSION, renderDisplay } from '../canonical/display.js';
import { jcs } from '../canonical/jcs.js';
import type { JsonObject } from '../canonical/json-value.js';
import type { PublishedContract } from '../contracts/published-contract.js';
import type { Principal } from '../identity/principal.js';
import { durationMs } from '../shared/duration.js';
import { newId } from '../shared/ids.js';
import { actorOf } from '../identity/actor.js';
import type { NewPlan, PlanRule } from './plan.js';

/** What the canonical action is made from; everything in it was decided before. */
export interface ActionParts {
  readonly id: string;
  readonly principal: Principal;
  readonly contract: PublishedContract;
  readonly args: JsonObject;
  readonly resource: Resource;
  readonly rule: PlanRule;
  readonly required: number;
  readonly policyDigest: string;
  readonly run: string | undefined;
  readonly executeBy: string;
}

/** The object that people approve and the engine executes, with its digest and operation id. */
function composeAction(parts: ActionParts): SealedAction {
  const { principal, contract, resource, rule } = parts;
  return sealAction({
    typ: 'countersign/action/v1',
    tenant: principal.tenant,
    issuer: principal.issuer,
    requester: { sub: principal.sub, human: principal.human },
    actors: [...principal.actors],
    client: principal.client,
    run: parts.run ?? null,
    plan: parts.id,
    nonce: randomBytes(16).toString('hex'),
    tool: contract.contract.id,
    toolDigest: contract.digest,
    arguments: parts.args,
    resource: { type: resource.type, id: resource.id, version: resource.version },
    policyDigest: parts.policyDigest,
    approvals: { required: parts.required, rule: rule.rule, policy: rule.policy },
    expiresAt: parts.executeBy,
  });
}

/** What approvers see, and the digest that binds their signatures to it. */
function composeDisplay(
  contract: PublishedContract,
  args: JsonObject,
  resource: Resource,
  after: Readonly<Record<string, Scalar>>,
): { display: Display; digest: string } {
  const { template } = contract;
  const { execution } = contract.contract;
  if (template === undefined || execution === undefined) throw new Error(`${contract.contract.id} has no preview`);
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, resource.display[name] ?? null]));
  const display = renderDisplay({
    template,
    contractTitle: contract.contract.title,
    arguments: Object.entries(contract.contract.arguments)
      .filter(([name]) => Object.hasOwn(args, name))
      .map(([name, { label, untrusted }]) => ({
        name,
        label,
        value: args[name] ?? null,
        untrusted: untrusted === true,
      })),
    resource: { type: resource.type, id: resource.id, version: resource.version, attributes: resource.display },
    before,
    after,
    adapterClass: execution.adapterClass,
  });
  return { display, digest: displayDigest(RENDERER_VERSION, display) };
}

/** What an idempotency key is bound to, and what makes two calls the same request. */
export function requestDigestOf(principal: Principal, contract: PublishedContract, args: JsonObject): string {
  return requestDigest({
    tenant: principal.tenant,
    requester: { sub: principal.sub, human: principal.human },
    tool: contract.contract.id,
    arguments: args,
  });
}

/** What was found out about a call before it becomes a plan. */
export interface Assessed {
  readonly resource: Resource;
  readonly after: Readonly<Record<string, Scalar>>;
  readonly rule: PlanRule;
  readonly required: number;
}

/** The call itself. */
export interface PlanRequest {
  readonly principal: Principal;
  readonly contract: PublishedContract;
  /** Validated, defaults applied, frozen: the value that is hashed and executed. */
  readonly args: JsonObject;
  readonly idempotencyKey: string | undefined;
  readonly run: string | undefined;
}

/** The row of a new plan. `now` is the database's clock: all deadlines are in its time. */
export function composePlan(
  request: PlanRequest,
  assessed: Assessed,
  digests: { readonly request: string; readonly policy: string },
  now: Date,
): NewPlan {
  const { principal, contract, args } = request;
  const { resource, rule, required } = assessed;
  const deadlines = deadlinesOf(contract, now);
  const id = newId();
  const parts = { id, principal, contract, args, resource, rule, required, run: request.run };
  const sealed = composeAction({ ...parts, policyDigest: digests.policy, executeBy: deadlines.executeBy });
  const shown = composeDisplay(contract, args, resource, assessed.after);
  return {
    id,
    ...requesterColumns(principal),
    ...resourceColumns(resource),
    ...deadlines,
    run: request.run ?? null,
    ...sealedColumns(sealed, shown),
    tool: contract.contract.id,
    toolDigest: contract.digest,
    policyDigest: digests.policy,
    requestDigest: digests.request,
    idempotencyKey: request.idempotencyKey ?? null,
    required,
    rule,
    mode: contract.contract.execution?.mode ?? 'on_request',
    event: jcs({
      actor: actorOf(principal),
      actionDigest: sealed.digest,
      displayDigest: shown.digest,
      required,
      rule: rule.rule,
    }),
  };
}

function sealedColumns(sealed: SealedAction, shown: ReturnType<typeof composeDisplay>) {
  return {
    action: sealed.canonical,
    actionDigest: sealed.digest,
    operationId: sealed.operationId,
    display: jcs(shown.display),
    displayDigest: shown.digest,
  };
}

function requesterColumns(principal: Principal) {
  const { id, human, epoch, actors, client } = principal;
  return { requesterId: id, requesterHuman: human, epoch, actors, client };
}

function resourceColumns({ type, id, version, label, attributes }: Resource) {
  return { resourceType: type, resourceId: id, resourceVersion: version, resourceLabel: label, attributes };
}

function deadlinesOf({ contract }: PublishedContract, now: Date) {
  const decideBy = new Date(now.getTime() + millis(contract.approval?.decideWithin));
  const executeBy = new Date(decideBy.getTime() + millis(contract.execution?.executeWithin));
  return { createdAt: now.toISOString(), decideBy: decideBy.toISOString(), executeBy: executeBy.toISOString() };
}

/** A contract's duration in milliseconds; contracts are checked when they are loaded, so anything else is a fault. */
export function millis(duration: string | undefined): number {
  const ms = duration === undefined ? undefined : durationMs(duration);
  if (ms === undefined) throw new Error(`not a duration: ${duration}`);
  return ms;
}
