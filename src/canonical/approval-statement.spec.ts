import { describe, expect, it } from 'vitest';
import { type ApprovalStatement, statementText } from './approval-statement.js';

const statement: ApprovalStatement = {
  typ: 'countersign/approval/v1',
  id: '019acb5a-0000-7000-8000-000000000002',
  tenant: 't1',
  plan: '019acb5a-0000-7000-8000-000000000001',
  actionDigest: 'a'.repeat(64),
  displayDigest: 'b'.repeat(64),
  decision: 'APPROVE',
  reason: '',
  approver: { sub: 'bob@console', human: 'bob' },
  authzEpoch: 3,
  iat: 1_796_000_000,
  exp: 1_796_000_900,
  kid: 'key-1',
};

describe('statementText', () => {
  it('is the canonical text that is signed', () => {
    expect(statementText(statement)).toBe(
      `{"actionDigest":"${'a'.repeat(64)}","approver":{"human":"bob","sub":"bob@console"},"authzEpoch":3,` +
        `"decision":"APPROVE","displayDigest":"${'b'.repeat(64)}","exp":1796000900,"iat":1796000000,` +
        '"id":"019acb5a-0000-7000-8000-000000000002","kid":"key-1","plan":"019acb5a-0000-7000-8000-000000000001",' +
        '"reason":"","tenant":"t1","typ":"countersign/approval/v1"}',
    );
  });

  it('names the delegator when there is one', () => {
    const delegated = { ...statement, onBehalfOf: { sub: 'carol@console', human: 'carol' } };
    expect(statementText(delegated)).toContain('"onBehalfOf":{"human":"carol","sub":"carol@console"}');
  });

  it.each(Object.keys(statement))('refuses a statement without %s', (name) => {
    const { [name as keyof ApprovalStatement]: _left, ...rest } = statement;
    expect(() => statementText(rest as ApprovalStatement)).toThrow(new TypeError(`statement.${name} is missing`));
  });

  it.each<[Record<string, unknown>, string]>([
    [{ typ: 'countersign/action/v1' }, 'statement.typ is not countersign/approval/v1'],
    [{ id: 'not-a-uuid' }, 'statement.id is not a lower-case UUID'],
    [{ id: statement.id.toUpperCase() }, 'statement.id is not a lower-case UUID'],
    [{ decision: 'approve' }, 'statement.decision is not APPROVE or REJECT'],
    [{ actionDigest: 'abc' }, 'statement.actionDigest is not a digest'],
    [{ displayDigest: 'abc' }, 'statement.displayDigest is not a digest'],
    [{ reason: 'x'.repeat(4001) }, 'statement.reason is not of 0 to 4000 characters'],
    [{ approver: { sub: 'bob' } }, 'statement.approver.human is missing'],
    [{ onBehalfOf: { human: 'carol' } }, 'statement.onBehalfOf.sub is missing'],
    [{ onBehalfOf: undefined }, 'undefined has no canonical form'],
    [{ authzEpoch: -1 }, `statement.authzEpoch is not an integer from 0 to ${Number.MAX_SAFE_INTEGER}`],
    [{ iat: 1.5 }, `statement.iat is not an integer from 0 to ${Number.MAX_SAFE_INTEGER}`],
    [{ exp: statement.iat }, 'statement expires before it begins'],
    [{ kid: '' }, 'statement.kid is not of 1 to 512 characters'],
    [{ approved: true }, 'statement.approved is unknown'],
  ])('refuses %j', (change, message) => {
    expect(() => statementText({ ...statement, ...change })).toThrow(new TypeError(message));
  });
});
