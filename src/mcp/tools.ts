import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import type { PublishedContract } from '../contracts/published-contract.js';
import { isWrite, type JsonSchema, type ToolContract, wireNameOf } from '../contracts/tool-contract.js';
import { PROGRESS_SCHEMA } from './action-schemas.js';

/** A contract as agents see it. Pure. The schemas are the contract's own words, JSON Schema 2020-12. */
export function toolOf(published: PublishedContract): Tool {
  const { contract } = published;
  return {
    name: published.wireName,
    title: contract.title.en,
    description: descriptionOf(contract),
    inputSchema: objectSchema(contract.input),
    outputSchema: objectSchema(outputOf(published)),
    annotations: annotationsOf(contract),
    _meta: { 'countersign/contract': contract.id, 'countersign/digest': published.digest },
  };
}

/** A schema of the engine's as the SDK types it. Refuses a root that is no object: the 2025 generations would not read it. */
export function objectSchema(schema: JsonSchema): Tool['inputSchema'] {
  if (schema['type'] !== 'object') throw new TypeError('a tool schema is of type object');
  return { ...schema, type: 'object' };
}

/** Everything that a successful call may answer: clients check `structuredContent` against it and drop what does not fit. */
function outputOf({ contract, shownOutput }: PublishedContract): JsonSchema {
  return isWrite(contract.risk) ? { type: 'object', anyOf: [shownOutput, PROGRESS_SCHEMA] } : shownOutput;
}

/** The same call again joins its plan or repeats its result, so every tool is idempotent; none reaches beyond its system. */
function annotationsOf({ risk }: ToolContract): ToolAnnotations {
  return {
    readOnlyHint: !isWrite(risk),
    destructiveHint: risk === 'WRITE_HIGH' || risk === 'WRITE_CRITICAL',
    idempotentHint: true,
    openWorldHint: false,
  };
}

function descriptionOf({ description, lifecycle }: ToolContract): string {
  if (lifecycle.state !== 'deprecated') return description;
  const instead = lifecycle.replacedBy === undefined ? '' : ` Use ${wireNameOf(lifecycle.replacedBy)} instead.`;
  return `${description}\n\nDeprecated.${instead}`;
}
