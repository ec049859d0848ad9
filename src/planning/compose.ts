import { randomBytes } from 'node:crypto';
import type { Resource, Scalar } from '../adapters/adapter.js';
import { type SealedAction, sealAction } from '../canonical/action.js';
import { displayDigest, requestDigest } from '../canonical/digest.js';
import { type Display, RENDERER_VERSION, renderDisplay } from '../canonical/display.js';
import type { JsonObject } from '../canonical/json-value.js';
import type { PublishedContract } from '../contracts/published-contract.js';
import type { Principal } from '../identity/principal.js';
import type { PlanRule } from './plan.js';

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
export function composeAction(parts: ActionParts): SealedAction {
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
export function composeDisplay(
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
  return { display, digest: displayDigest(RENDERER_VERSION, display as unknown as JsonObject) };
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
