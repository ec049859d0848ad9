import { z } from 'zod';
import type { PlacedProblem } from '../../contracts/source/structure.js';
import type { SourcePath } from '../../contracts/source/yaml-source.js';
import type { AttributeKinds } from '../attributes.js';
import {
  type Condition,
  conditionFault,
  type Operand,
  type Operator,
  PRINCIPAL_FACTS,
  type PrincipalFact,
} from '../condition.js';

const scalar = z.union([z.string(), z.number(), z.boolean()], 'must be text, a number, or true or false');
const list = z.union([z.string(), z.array(scalar)], 'must be a list, or principal.businessLines');

/** `{ amount: { gte: "10000.00" } }`: attributes, operators of the allow-list, operands. All must hold. */
export const ConditionsStructure = z.record(
  z.string(),
  z
    .strictObject({
      eq: scalar.optional(),
      ne: scalar.optional(),
      in: list.optional(),
      gt: scalar.optional(),
      gte: scalar.optional(),
      lt: scalar.optional(),
      lte: scalar.optional(),
    })
    .refine((operators) => Object.keys(operators).length > 0, 'needs an operator, like `eq`'),
);

export type ConditionsFile = Readonly<Record<string, Readonly<Partial<Record<Operator, unknown>>>>>;

/** What the conditions may be about, and whether they may refer to the principal. */
export interface ConditionScope {
  readonly kinds: AttributeKinds;
  readonly facts: 'principal' | 'none';
}

/** Compiles the conditions of one rule. Conditions with a problem are left out: the caller refuses the file then. */
export function compileConditions(
  file: ConditionsFile,
  place: SourcePath,
  scope: ConditionScope,
): { conditions: readonly Condition[]; problems: PlacedProblem[] } {
  const conditions: Condition[] = [];
  const problems: PlacedProblem[] = [];
  if (Object.keys(file).length === 0) {
    // An empty condition is true for everything, which nobody writes on purpose.
    problems.push({
      path: place,
      rule: 'condition',
      message: 'Conditions are empty: leave them out when there are none.',
    });
  }
  for (const [attribute, operators] of Object.entries(file)) {
    const kind = scope.kinds.get(attribute);
    if (kind === undefined) {
      const message = `"${attribute}" is no attribute that subjects.yaml declares here.`;
      problems.push({ path: [...place, attribute], rule: 'attribute-unknown', message });
      continue;
    }
    for (const [operator, given] of Object.entries(operators) as [Operator, unknown][]) {
      const operand = operandOf(given);
      const condition = { attribute, kind, operator, operand };
      const fault = factFault(given, operand, scope) ?? conditionFault(condition);
      if (fault === null) conditions.push(condition);
      else problems.push({ path: [...place, attribute, operator], rule: 'condition', message: `${sentence(fault)}.` });
    }
  }
  return { conditions, problems };
}

function operandOf(given: unknown): Operand {
  const isFact = typeof given === 'string' && Object.hasOwn(PRINCIPAL_FACTS, given);
  return isFact ? { fact: given as PrincipalFact } : { literal: given as string };
}

/** A misspelt fact would otherwise be an ordinary text that never matches, or, under `ne`, always. */
function factFault(given: unknown, operand: Operand, scope: ConditionScope): string | null {
  const looksLikeFact = typeof given === 'string' && given.startsWith('principal.');
  if (looksLikeFact && !('fact' in operand)) {
    return `"${given}" is not known: rules can refer to ${Object.keys(PRINCIPAL_FACTS).join(' and ')}`;
  }
  return 'fact' in operand && scope.facts === 'none'
    ? 'an approval rule looks at the resource, not at the principal'
    : null;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
