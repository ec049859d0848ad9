import { Injectable, Logger } from '@nestjs/common';
import { LocalHandlers } from '../adapters/local-handlers.js';
import { AuditService } from '../audit/audit.service.js';
import { PolicyEngine } from '../authorization/policy-engine.js';
import type { JsonObject } from '../canonical/json-value.js';
import { ContractRegistry } from '../contracts/contract-registry.js';
import { callRefusal, mayList } from '../contracts/lifecycle.js';
import type { PublishedContract } from '../contracts/published-contract.js';
import { holdsScope, type Principal } from '../identity/principal.js';
import { actorOf } from '../identity/actor.js';
import { loadVisible, PlanningService } from '../planning/planning.service.js';
import { ok, type Refusal, type Result, refusal, refuse } from '../shared/errors.js';
import { answerFor } from './action-answer.js';
import { ActionsService } from './actions.service.js';
import type { CallAnswer, CallRequest } from './call.js';
import { Limits } from './limits.js';

const MAX_KEY = 200;

/** The one pipeline that every tool call walks: find the contract, validate, limit, then read or plan; mask; audit. */
@Injectable()
export class RuntimeService {
  private readonly log = new Logger('Runtime');

  constructor(
    private readonly contracts: ContractRegistry,
    private readonly policy: PolicyEngine,
    private readonly handlers: LocalHandlers,
    private readonly limits: Limits,
    private readonly planning: PlanningService,
    private readonly actions: ActionsService,
    private readonly audit: AuditService,
  ) {}

  /** What this principal may call, nothing else. The same question decides a call. */
  tools(principal: Principal): PublishedContract[] {
    const now = new Date();
    return this.contracts
      .all()
      .filter(({ contract }) => mayList(contract, now) && this.policy.maySee(principal, contract));
  }

  /** The contract that a name stands for, when this principal may see it. Hidden and unknown are one answer. */
  find(principal: Principal, name: string): Result<PublishedContract> {
    const contract = this.contracts.byName(name);
    if (contract === undefined || !this.policy.maySee(principal, contract.contract)) return unknownTool();
    const refused = callRefusal(contract.contract, new Date());
    if (refused === undefined) return ok(contract);
    return refused.code === 'UNKNOWN_TOOL' ? unknownTool() : { ok: false, refusal: refused };
  }

  async call(principal: Principal, request: CallRequest): Promise<Result<CallAnswer>> {
    const found = this.find(principal, request.tool);
    if (!found.ok) return found;
    const contract = found.value;
    const limited = await this.limits.take(principal, contract);
    if (!limited.ok) return limited;
    const missing = contract.contract.scopes.filter((scope) => !holdsScope(principal, scope));
    if (missing.length > 0) {
      return refuse(
        'FORBIDDEN',
        `The token lacks a scope that this tool needs: ${contract.contract.scopes.join(' ')}.`,
        {
          reason: 'insufficient_scope',
          scopes: contract.contract.scopes,
        },
      );
    }
    const bad = checkNames(request);
    if (bad !== undefined) return { ok: false, refusal: bad };
    const args = contract.validateInput(request.arguments);
    if (!args.ok) return args;
    return contract.contract.approval === undefined
      ? this.readTool(principal, contract, args.value)
      : this.riskyTool(principal, contract, args.value, request);
  }

  private async readTool(
    principal: Principal,
    contract: PublishedContract,
    args: JsonObject,
  ): Promise<Result<CallAnswer>> {
    const handler = this.handlers.find(contract.contract.adapter.handler);
    if (handler?.read === undefined) throw new Error(`${contract.contract.id} has no reading handler`);
    const loaded = await loadVisible(handler, this.policy, principal, contract, args);
    const outcome = loaded.ok ? 'SUCCEEDED' : loaded.refusal.code;
    const target = contract.contract.resource;
    const resource = target === undefined ? null : { type: target.type, id: args[target.idFrom] ?? null };
    const answer = loaded.ok ? await handler.read(principal.tenant, loaded.value) : undefined;
    await this.audit.record(principal.tenant, 'tool.read', {
      actor: actorOf(principal),
      tool: contract.contract.id,
      resource,
      outcome,
    });
    if (!loaded.ok) return loaded;
    if (answer === undefined || !contract.validateOutput(answer)) {
      this.log.error(`${contract.contract.id} answered what its contract does not allow`);
      return refuse(
        'OUTPUT_INVALID',
        'The system behind this tool answered something unexpected. Do not retry; tell the user.',
      );
    }
    return ok({ kind: 'result', value: contract.shape(answer) });
  }

  private async riskyTool(
    principal: Principal,
    contract: PublishedContract,
    args: JsonObject,
    request: CallRequest,
  ): Promise<Result<CallAnswer>> {
    const planned = await this.planning.plan({
      principal,
      contract,
      args,
      idempotencyKey: request.idempotencyKey,
      run: request.run,
    });
    if (!planned.ok) return planned;
    const action = await this.actions.read(principal, planned.value.plan);
    return action.ok ? answerFor(action.value) : action;
  }
}

function unknownTool(): Result<never> {
  return refuse('UNKNOWN_TOOL', 'There is no tool of this name. List the tools to see what you may call.');
}

function checkNames({ idempotencyKey, run }: CallRequest): Refusal | undefined {
  // A control character would hide in every list and log that shows the name.
  const fits = (text: string | undefined) =>
    text === undefined || (text.length > 0 && text.length <= MAX_KEY && !/\p{Cc}/u.test(text));
  if (!fits(idempotencyKey)) return tooLong('idempotencyKey', 'The idempotency key');
  if (!fits(run)) return tooLong('run', 'The run');
  return undefined;
}

function tooLong(name: string, what: string): Refusal {
  return refusal(
    'INVALID_ARGUMENTS',
    `${what} must have 1 to ${MAX_KEY} characters, none of them a control character.`,
    {
      errors: [{ pointer: `/${name}`, message: `must have 1 to ${MAX_KEY} characters` }],
    },
  );
}
