import { isDigest } from './digest.js';
import { jcs } from './jcs.js';
import { integer, oneOf, record, text, textThat } from './shape.js';

/** What one human signs when deciding on one plan. */
export type ApprovalStatement = {
  readonly typ: 'countersign/approval/v1';
  /** The approval's own UUID; single use is keyed on it. */
  readonly id: string;
  readonly tenant: string;
  readonly plan: string;
  readonly actionDigest: string;
  readonly displayDigest: string;
  readonly decision: 'APPROVE' | 'REJECT';
  /** May be empty; whether a reason is demanded is policy. */
  readonly reason: string;
  readonly approver: { readonly sub: string; readonly human: string };
  /** The principal who delegated the decision. Left out when the approver decides for themselves. */
  readonly onBehalfOf?: { readonly sub: string; readonly human: string };
  readonly authzEpoch: number;
  /** Seconds since 1970 (RFC 7519 NumericDate), as is `exp`. */
  readonly iat: number;
  readonly exp: number;
  readonly kid: string;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const MAX_REASON = 4000;

const name = text(1, 512);
const person = record({ sub: name, human: name });
const digest = textThat(isDigest, 'a digest');
const count = integer(0, Number.MAX_SAFE_INTEGER);
const statementShape = record(
  {
    typ: oneOf('countersign/approval/v1'),
    id: textThat((id) => UUID.test(id), 'a lower-case UUID'),
    tenant: name,
    plan: name,
    actionDigest: digest,
    displayDigest: digest,
    decision: oneOf('APPROVE', 'REJECT'),
    reason: text(0, MAX_REASON),
    approver: person,
    onBehalfOf: person,
    authzEpoch: count,
    iat: count,
    exp: count,
    kid: name,
  },
  ['onBehalfOf'],
);

/** The canonical text (RFC 8785) that is signed and stored. Throws TypeError on any other shape. */
export function statementText(statement: ApprovalStatement): string {
  const canonical = jcs(statement);
  const fault = statementShape(statement);
  if (fault !== null) throw new TypeError(`statement${fault}`);
  if (statement.exp <= statement.iat) throw new TypeError('statement expires before it begins');
  return canonical;
}
