import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../canonical/json-value.js';
import type { Principal } from '../identity/principal.js';
import { ActionsService } from '../runtime/actions.service.js';
import type { Result } from '../shared/errors.js';
import { CANCEL, EXECUTE, LIST, STATUS } from './action-tool-definitions.js';
import { answerOfAction, answerOfCancel, answerOfList, failure } from './answers.js';

type Answer = (caller: Principal, args: JsonObject) => Promise<CallToolResult>;

/** The tools about actions, which every caller has. What a caller may see or steer is for `ActionsService` to say. */
@Injectable()
export class ActionTools {
  private readonly answers: ReadonlyMap<string, { readonly definition: typeof STATUS; readonly answer: Answer }>;

  constructor(private readonly actions: ActionsService) {
    const entries = [
      { definition: STATUS, answer: this.status },
      { definition: EXECUTE, answer: this.execute },
      { definition: CANCEL, answer: this.cancel },
      { definition: LIST, answer: this.list },
    ];
    this.answers = new Map(entries.map((entry) => [entry.definition.tool.name, entry]));
  }

  all(): Tool[] {
    return [...this.answers.values()].map(({ definition }) => definition.tool);
  }

  has(name: string): boolean {
    return this.answers.has(name);
  }

  /** Undefined when there is no such tool here. Throws when an answer would break its own schema: a fault of ours. */
  async call(caller: Principal, name: string, args: JsonObject): Promise<CallToolResult | undefined> {
    const found = this.answers.get(name);
    if (found === undefined) return undefined;
    const checked = found.definition.validateInput(args);
    if (!checked.ok) return failure(checked.refusal);
    const answer = await found.answer(caller, checked.value);
    if (answer.isError !== true && !found.definition.validateOutput(answer.structuredContent)) {
      throw new Error(`${name} answered what its output schema does not allow`);
    }
    return answer;
  }

  private readonly status: Answer = async (caller, args) => {
    const { planId, waitMs } = args as unknown as { planId: string; waitMs: number };
    return answerWith(answerOfAction, await this.actions.status(caller, planId, waitMs));
  };

  private readonly execute: Answer = async (caller, args) => {
    const { planId, waitMs } = args as unknown as { planId: string; waitMs: number };
    return answerWith(answerOfAction, await this.actions.execute(caller, planId, waitMs));
  };

  private readonly cancel: Answer = async (caller, args) => {
    const { planId, reason } = args as unknown as { planId: string; reason?: string };
    return answerWith(answerOfCancel, await this.actions.cancel(caller, planId, reason));
  };

  private readonly list: Answer = async (caller, args) => {
    const { state, cursor, limit } = args as unknown as { state: 'open' | 'all'; cursor?: string; limit: number };
    const page = { view: 'mine' as const, open: state === 'open', limit, ...(cursor === undefined ? {} : { cursor }) };
    return answerWith(answerOfList, await this.actions.list(caller, page));
  };
}

function answerWith<T>(map: (value: T) => CallToolResult, result: Result<T>): CallToolResult {
  return result.ok ? map(result.value) : failure(result.refusal);
}
