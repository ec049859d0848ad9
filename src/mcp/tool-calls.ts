import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Tool } from '@modelcontextprotocol/server';
import { Injectable, Logger } from '@nestjs/common';
import { freezeStrict } from '../canonical/json-reader.js';
import type { JsonObject } from '../canonical/json-value.js';
import type { PublishedContract } from '../contracts/published-contract.js';
import { DatabaseUnavailable } from '../database/unavailable.js';
import { holdsScope, type Principal } from '../identity/principal.js';
import { RuntimeService } from '../runtime/runtime.service.js';
import { type Refusal, refusal } from '../shared/errors.js';
import { newId } from '../shared/ids.js';
import { ActionTools } from './action-tools.js';
import { answerOfCall, failure } from './answers.js';
import { readCallMeta } from './call-meta.js';
import { toolOf } from './tools.js';

/** A tool call as the SDK hands it on: its shape is checked, its contents are the caller's. */
export interface ToolCallParams {
  readonly name: string;
  readonly arguments?: unknown;
  readonly _meta?: unknown;
}

/** Lists and calls tools for one principal at a time. */
@Injectable()
export class ToolCalls {
  private readonly log = new Logger('MCP');
  private readonly mapped = new WeakMap<PublishedContract, Tool>();

  constructor(
    private readonly runtime: RuntimeService,
    private readonly actions: ActionTools,
  ) {}

  /** What this principal may call, and the tools about actions. Throws `ProtocolError` only. */
  list(caller: Principal): Tool[] {
    try {
      return [...this.runtime.tools(caller).map((published) => this.tool(published)), ...this.actions.all()];
    } catch (error) {
      const { code, message, details } = this.refusalFor(error, 'tools/list');
      throw new ProtocolError(ProtocolErrorCode.InternalError, message, { code, ...details });
    }
  }

  /**
   * Calls a tool by its wire name or contract id. Refusals and faults come back as error results; of a fault the caller gets a
   * trace id and nothing else. Throws `ProtocolError` for a name that is unknown or hidden from this principal, the same one.
   */
  async call(caller: Principal, params: ToolCallParams): Promise<CallToolResult> {
    try {
      return await this.dispatch(caller, params);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      return failure(this.refusalFor(error, params.name));
    }
  }

  /** The scopes that a call of this tool needs and this token lacks: all that it needs, or none. Hidden tools need none. */
  scopesMissing(caller: Principal, name: string): readonly string[] {
    const found = this.runtime.find(caller, name);
    if (!found.ok) return [];
    const { scopes } = found.value.contract;
    return scopes.every((scope) => holdsScope(caller, scope)) ? [] : scopes;
  }

  private async dispatch(caller: Principal, params: ToolCallParams): Promise<CallToolResult> {
    const { name, arguments: given, _meta: aside } = params;
    if (!this.actions.has(name) && !this.runtime.find(caller, name).ok) throw unknownTool();
    const read = freezeStrict(given ?? {});
    if (!read.ok) return failure(badArguments(read.pointer, read.reason));
    const args = read.value as JsonObject;
    const own = await this.actions.call(caller, name, args);
    if (own !== undefined) return own;
    const meta = readCallMeta(aside);
    if (!meta.ok) return failure(meta.refusal);
    const answer = await this.runtime.call(caller, { tool: name, arguments: args, ...meta.value });
    if (answer.ok) return answerOfCall(answer.value);
    if (answer.refusal.code === 'UNKNOWN_TOOL') throw unknownTool();
    return failure(answer.refusal);
  }

  private tool(published: PublishedContract): Tool {
    const known = this.mapped.get(published);
    if (known !== undefined) return known;
    const tool = toolOf(published);
    this.mapped.set(published, tool);
    return tool;
  }

  /** An error's message can hold arguments, SQL or secrets: the caller gets a trace id, the log gets the stack. */
  private refusalFor(error: unknown, what: string): Refusal {
    if (error instanceof DatabaseUnavailable) {
      return refusal(
        'UNAVAILABLE',
        'The service is not available at present. Send the same call again in some seconds.',
      );
    }
    const traceId = newId();
    this.log.error(`${what} failed, trace ${traceId}`, error instanceof Error ? error.stack : undefined);
    return refusal('INTERNAL', 'Something went wrong here. Do not retry; give the user the trace id.', { traceId });
  }
}

/** The same for a name that does not exist and for one that is hidden: the difference would tell what others may call. */
function unknownTool(): ProtocolError {
  const { code, message, retryable } = refusal(
    'UNKNOWN_TOOL',
    'There is no tool of this name. List the tools to see what you may call.',
  );
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { code, retryable });
}

function badArguments(pointer: string, reason: string): Refusal {
  return refusal('INVALID_ARGUMENTS', `The arguments are not acceptable JSON: ${reason}.`, {
    errors: [{ pointer, message: reason }],
  });
}
