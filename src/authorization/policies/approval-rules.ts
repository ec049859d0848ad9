import { z } from 'zod';
import type { Bilingual } from '../../canonical/display-template.js';
import { isPlainText } from '../../canonical/display-text.js';
import { type PlacedProblem, structureProblems } from '../../contracts/source/structure.js';
import type { YamlSource } from '../../contracts/source/yaml-source.js';
import type { Condition } from '../condition.js';
import { compileConditions, type ConditionsFile, ConditionsStructure } from './condition-syntax.js';
import type { Vocabulary } from './vocabulary.js';

/** One rule of an approval policy: when it applies, and what is needed then. */
interface ApprovalRule {
  readonly name: string;
  readonly line: number;
  /** All must hold; the last rule of a policy has none and catches the rest. */
  readonly conditions: readonly Condition[];
  readonly why: Bilingual;
  readonly demand: { readonly required: number; readonly permission: string } | 'deny';
}

/** The rules of one policy; the first that applies decides. */
export interface ApprovalPolicy {
  readonly name: string;
  readonly file: string;
  readonly rules: readonly ApprovalRule[];
}

const MAX_APPROVALS = 10;

const ruleName = z.string('must be text').regex(/^[a-z][a-z0-9-]{0,63}$/, 'must look like large-order');
const words = z
  .string('must be text')
  .min(1, 'is empty')
  .max(300, 'is longer than 300 characters')
  .refine((text) => isPlainText(text), 'has characters that would not be shown as they are');

const ApprovalsStructure = z.strictObject({
  policies: z.record(
    z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, 'must look like orders-cancel'),
    z
      .array(
        z.strictObject({
          rule: ruleName,
          when: ConditionsStructure.optional(),
          deny: z.literal(true).optional(),
          required: z
            .int('must be a whole number')
            .min(1, 'must be at least 1: nothing is approved by nobody')
            .max(MAX_APPROVALS, `must be at most ${MAX_APPROVALS}`)
            .optional(),
          approvers: z.strictObject({ permission: z.string('must be text') }).optional(),
          why: z.strictObject({ en: words, zh: words }),
        }),
      )
      .min(1, 'is empty'),
  ),
});

interface RuleFile {
  readonly rule: string;
  readonly when?: ConditionsFile;
  readonly deny?: true;
  readonly required?: number;
  readonly approvers?: { readonly permission: string };
  readonly why: Bilingual;
}

/** Reads approvals.yaml. */
export function readApprovals(
  source: YamlSource,
  vocabulary: Vocabulary,
): { policies: ReadonlyMap<string, ApprovalPolicy>; problems: PlacedProblem[] } {
  const problems = structureProblems(source, ApprovalsStructure);
  if (problems.length > 0) return { policies: new Map(), problems };
  const file = source.value as unknown as { policies: Readonly<Record<string, readonly RuleFile[]>> };
  const policies = new Map<string, ApprovalPolicy>();
  for (const [name, rules] of Object.entries(file.policies)) {
    problems.push(...orderProblems(name, rules));
    const compiled = rules.map((rule, index): ApprovalRule => {
      const path = ['policies', name, index];
      const when =
        rule.when && compileConditions(rule.when, [...path, 'when'], { kinds: vocabulary.kinds, facts: 'none' });
      problems.push(...(when?.problems ?? []), ...demandProblems(rule, path));
      return {
        name: rule.rule,
        line: source.lineOf(path),
        conditions: when?.conditions ?? [],
        why: rule.why,
        demand:
          rule.deny === true ? 'deny' : { required: rule.required ?? 1, permission: rule.approvers?.permission ?? '' },
      };
    });
    policies.set(name, { name, file: source.file, rules: compiled });
  }
  return { policies, problems };
}

/** Every case is decided, by the rule that a reader thinks decides it. */
function orderProblems(policy: string, rules: readonly RuleFile[]): PlacedProblem[] {
  return rules.flatMap(({ rule, when }, index): PlacedProblem[] => {
    const path = ['policies', policy, index];
    const isLast = index === rules.length - 1;
    const problems: PlacedProblem[] = [];
    if (isLast && when !== undefined) {
      const message = `The last rule of ${policy} must have no \`when\`: some resource would be decided by no rule.`;
      problems.push({ path: [...path, 'when'], rule: 'rule-order', message });
    }
    if (!isLast && when === undefined) {
      const message = `"${rule}" applies always, so the rules after it are never reached.`;
      problems.push({ path, rule: 'rule-order', message });
    }
    if (rules.findIndex((other) => other.rule === rule) !== index) {
      problems.push({ path: [...path, 'rule'], rule: 'rule-name', message: `"${rule}" is there twice in ${policy}.` });
    }
    return problems;
  });
}

function demandProblems({ deny, required, approvers }: RuleFile, path: readonly (string | number)[]): PlacedProblem[] {
  if (deny === true && (required !== undefined || approvers !== undefined)) {
    return [
      { path, rule: 'rule-demand', message: 'A rule that denies asks nobody: remove `required` and `approvers`.' },
    ];
  }
  if (deny !== true && (required === undefined || approvers === undefined)) {
    return [{ path, rule: 'rule-demand', message: 'A rule needs `required` and `approvers`, or `deny: true`.' }];
  }
  return [];
}
