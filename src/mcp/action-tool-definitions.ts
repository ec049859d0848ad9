import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import { compileInput, compileOutput } from '../contracts/schema-compiler.js';
import type { JsonSchema } from '../contracts/tool-contract.js';
import type { Result } from '../shared/errors.js';
import { ACTION_SCHEMA, CANCEL_INPUT, EXECUTE_INPUT, LIST_INPUT, LIST_SCHEMA, STATUS_INPUT } from './action-schemas.js';
import { objectSchema } from './tools.js';

/** A tool of the engine's own, with its checks compiled once. */
export interface ActionToolDefinition {
  readonly tool: Tool;
  /** Applies defaults. Refuses with INVALID_ARGUMENTS and JSON pointers. */
  validateInput(value: JsonValue): Result<JsonObject>;
  validateOutput(value: unknown): boolean;
}

const READS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

export const STATUS = define({
  name: 'actions_status_v1',
  title: 'Status of an action',
  description:
    'Tells where an action stands that a tool call planned: waiting for approval, being executed, or its final result. ' +
    'Use it after a call answered APPROVAL_REQUIRED. With waitMs it answers as soon as something changes, which saves calls.',
  input: STATUS_INPUT,
  output: ACTION_SCHEMA,
  annotations: READS,
});

export const EXECUTE = define({
  name: 'actions_execute_v1',
  title: 'Execute an approved action',
  description:
    'Starts an approved action whose tool runs on request (next says so), and answers its result when it is quick. ' +
    'Calling it again never executes twice. Before enough people have approved it refuses with APPROVAL_REQUIRED.',
  input: EXECUTE_INPUT,
  output: ACTION_SCHEMA,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
});

export const CANCEL = define({
  name: 'actions_cancel_v1',
  title: 'Withdraw an action',
  description:
    'Withdraws a plan that has not been executed, for good. Use it when the user no longer wants it or the plan was wrong. ' +
    'It cannot undo what was executed.',
  input: CANCEL_INPUT,
  output: ACTION_SCHEMA,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
});

export const LIST = define({
  name: 'actions_list_v1',
  title: 'My actions',
  description:
    'Lists the actions that you or other agents started for this user, newest first. Use it to find a planId again, ' +
    'or to see what is still open before you start something similar.',
  input: LIST_INPUT,
  output: LIST_SCHEMA,
  annotations: READS,
});

function define(words: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly annotations: ToolAnnotations;
}): ActionToolDefinition {
  const { name, title, description, input, output, annotations } = words;
  return {
    tool: {
      name,
      title,
      description,
      inputSchema: objectSchema(input),
      outputSchema: objectSchema(output),
      annotations,
    },
    validateInput: compileInput(name, input),
    validateOutput: compileOutput(output),
  };
}
