import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { anAction, CANCELLED_ORDER, CONTRACTS } from '../../test/support/mcp-fixtures.js';
import type { PublishedContract } from '../contracts/published-contract.js';
import { answerOfCall } from './answers.js';
import { objectSchema, toolOf } from './tools.js';

function published(id: string): PublishedContract {
  const found = CONTRACTS.byName(id);
  if (found === undefined) throw new Error(`no contract ${id}`);
  return found;
}

const cancel = published('orders.cancel.v1');
const get = published('orders.get.v1');

function outputSchemaOf(contract: PublishedContract): Record<string, unknown> {
  return { ...toolOf(contract).outputSchema };
}

function withRisk(risk: PublishedContract['contract']['risk']): PublishedContract {
  return { ...cancel, contract: { ...cancel.contract, risk } };
}

describe('a contract as an MCP tool', () => {
  it('has a name without dots, and its contract id and digest beside it', () => {
    expect(toolOf(cancel)).toMatchObject({
      name: 'orders_cancel_v1',
      title: 'Cancel an order',
      _meta: { 'countersign/contract': 'orders.cancel.v1', 'countersign/digest': cancel.digest },
    });
  });

  it("hands on the contract's own input schema", () => {
    expect(toolOf(cancel).inputSchema).toEqual(cancel.contract.input);
  });

  it('tells from the risk whether it only reads and whether it destroys', () => {
    const hints = (risk: PublishedContract['contract']['risk']) => toolOf(withRisk(risk)).annotations;

    expect(hints('READ_PUBLIC')).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints('READ_PRIVATE')).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints('WRITE_LOW')).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(hints('WRITE_HIGH')).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(hints('WRITE_CRITICAL')).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  it('says in the description which tool replaces a deprecated one', () => {
    const lifecycle = { state: 'deprecated', replacedBy: 'orders.cancel.v2' } as const;
    const tool = toolOf({ ...cancel, contract: { ...cancel.contract, lifecycle } });

    expect(tool.description).toMatch(/Deprecated\. Use orders_cancel_v2 instead\.$/);
  });
});

describe('the output schema', () => {
  // The 2025 generations' clients check with draft-07 and the newer ones with 2020-12.
  const checkers = [
    ['draft-07', new Ajv({ strict: false })],
    ['2020-12', new Ajv2020({ strict: false })],
  ] as const;
  for (const [, ajv] of checkers) addFormats.default(ajv);

  it.each(checkers)(
    'of a writing tool takes its result and every answer of an unfinished action (%s)',
    (_name, ajv) => {
      const validate = ajv.compile(outputSchemaOf(cancel));

      expect(validate(CANCELLED_ORDER)).toBe(true);
      const refused = (['PENDING', 'APPROVED', 'EXECUTING'] as const).filter(
        (state) => !validate(answerOfCall({ kind: 'pending', action: anAction({ state }) }).structuredContent),
      );
      expect(refused).toEqual([]);
    },
  );

  it.each(checkers)('of a writing tool takes nothing else (%s)', (_name, ajv) => {
    const validate = ajv.compile(outputSchemaOf(cancel));

    expect(validate({ ...CANCELLED_ORDER, secret: 'x' })).toBe(false);
    expect(validate({ status: 'APPROVAL_REQUIRED' })).toBe(false);
  });

  it('of a reading tool is what the contract shows after masking', () => {
    expect(toolOf(get).outputSchema).toEqual(get.shownOutput);
  });

  it('is refused when its root is no object, which older clients could not read', () => {
    expect(() => objectSchema({ anyOf: [{ type: 'string' }] })).toThrow(TypeError);
  });
});
