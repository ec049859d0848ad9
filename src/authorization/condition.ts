import { type AttributeKind, isOfKind, type ResourceAttributes } from './attributes.js';
import { compareDecimals } from './decimal.js';

export type Operator = 'eq' | 'ne' | 'in' | 'gt' | 'gte' | 'lt' | 'lte';
type Scalar = string | number | boolean;

/** What rules may know of the principal: facts of a verified token and the directory, nothing of the request. */
export interface Authority {
  readonly roles: readonly string[];
  readonly businessLines: readonly string[];
  readonly tenant: string;
}

/** The facts of the principal that a condition may refer to, and whether they are one text or several. */
export const PRINCIPAL_FACTS = { 'principal.businessLines': 'list', 'principal.tenant': 'text' } as const;

export type PrincipalFact = keyof typeof PRINCIPAL_FACTS;
export type Operand = { readonly literal: Scalar | readonly Scalar[] } | { readonly fact: PrincipalFact };

/** One comparison of one attribute, checked when the policies were read. */
export interface Condition {
  readonly attribute: string;
  readonly kind: AttributeKind;
  readonly operator: Operator;
  readonly operand: Operand;
}

/** A condition with the principal's facts filled in. */
export interface BoundCondition extends Omit<Condition, 'operand'> {
  readonly value: Scalar | readonly Scalar[];
}

/** `unknown`: the resource lacks the attribute, so neither yes nor no is true. */
export type Verdict = 'yes' | 'no' | 'unknown';

/** Which kinds an operator compares. */
const KINDS_OF: Readonly<Record<Operator, readonly AttributeKind[]>> = {
  eq: ['text', 'decimal', 'integer', 'boolean'],
  ne: ['text', 'decimal', 'integer', 'boolean'],
  in: ['text', 'decimal', 'integer'],
  gt: ['decimal', 'integer'],
  gte: ['decimal', 'integer'],
  lt: ['decimal', 'integer'],
  lte: ['decimal', 'integer'],
};

/** Why this operator cannot compare such an attribute with such an operand, or null. */
export function conditionFault({ kind, operator, operand }: Omit<Condition, 'attribute'>): string | null {
  if (!KINDS_OF[operator].includes(kind)) return `\`${operator}\` does not compare an attribute of kind ${kind}`;
  if ('fact' in operand) {
    const needed = operator === 'in' ? 'list' : 'text';
    if (kind !== 'text') return `${operand.fact} is text, the attribute is of kind ${kind}`;
    return PRINCIPAL_FACTS[operand.fact] === needed ? null : `\`${operator}\` cannot compare with ${operand.fact}`;
  }
  const { literal } = operand;
  if ((operator === 'in') !== Array.isArray(literal)) {
    return operator === 'in'
      ? '`in` needs a list or principal.businessLines'
      : `\`${operator}\` needs one value, not a list`;
  }
  const values: readonly unknown[] = Array.isArray(literal) ? literal : [literal];
  if (values.length === 0) return 'an empty list matches nothing';
  if (values.every((value) => isOfKind(kind, value))) return null;
  return kind === 'decimal' ? 'a decimal is written in quotes, like "10000.00"' : `the value is not of kind ${kind}`;
}

/**
 * Fills in the principal's facts. Undefined when they are missing or malformed: such a rule cannot match for this principal.
 * (CASL would take an undefined value for "the field is missing".)
 */
export function bindCondition(condition: Condition, who: Authority): BoundCondition | undefined {
  const { attribute, kind, operator, operand } = condition;
  const value = 'literal' in operand ? operand.literal : factOf(operand.fact, who);
  return value === undefined ? undefined : { attribute, kind, operator, value };
}

/** Compares. A missing attribute answers `unknown` for every operator, also for `ne`. */
export function testCondition(condition: BoundCondition, attributes: ResourceAttributes): Verdict {
  const { attribute, kind, operator, value } = condition;
  const actual = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
  if (!isOfKind(kind, actual)) return 'unknown';
  const wanted: readonly Scalar[] = Array.isArray(value) ? value : [value as Scalar];
  const order = (other: Scalar) => compare(kind, actual, other);
  switch (operator) {
    case 'eq':
    case 'in':
      return wanted.some((other) => order(other) === 0) ? 'yes' : 'no';
    case 'ne':
      return wanted.every((other) => order(other) !== 0) ? 'yes' : 'no';
    default:
      return wanted.every((other) => ordered(operator, order(other))) ? 'yes' : 'no';
  }
}

/** How a person reads a condition: `amount gte "10000.00"`. */
export function conditionText({ attribute, operator, operand }: Condition): string {
  const right = 'fact' in operand ? operand.fact : JSON.stringify(operand.literal);
  return `${attribute} ${operator} ${right}`;
}

function factOf(fact: PrincipalFact, who: Authority): string | readonly string[] | undefined {
  if (fact === 'principal.tenant') return typeof who.tenant === 'string' && who.tenant !== '' ? who.tenant : undefined;
  const lines: unknown = who.businessLines;
  const usable = Array.isArray(lines) && lines.length > 0 && lines.every((line) => typeof line === 'string');
  return usable ? lines : undefined;
}

/** Like `a - b`. Text and booleans are only ever equal or not. */
function compare(kind: AttributeKind, a: Scalar, b: Scalar): number {
  if (kind === 'decimal') return compareDecimals(String(a), String(b));
  if (kind === 'integer') return Number(a) - Number(b);
  return a === b ? 0 : 1;
}

function ordered(operator: 'gt' | 'gte' | 'lt' | 'lte', order: number): boolean {
  switch (operator) {
    case 'gt':
      return order > 0;
    case 'gte':
      return order >= 0;
    case 'lt':
      return order < 0;
    case 'lte':
      return order <= 0;
  }
}
