import { z } from 'zod';
import { type PlacedProblem, structureProblems } from '../../contracts/source/structure.js';
import type { YamlSource } from '../../contracts/source/yaml-source.js';
import type { Condition } from '../condition.js';
import { compileConditions, type ConditionsFile, ConditionsStructure } from './condition-syntax.js';
import type { Vocabulary } from './vocabulary.js';

/** One line of roles.yaml: who holds the role may do this, under these conditions. There is no rule that forbids. */
export interface RoleRule {
  readonly role: string;
  /** Position within the role, from 1. */
  readonly rule: number;
  readonly file: string;
  readonly line: number;
  readonly actions: readonly string[];
  readonly subject: string;
  /** All must hold; none: always. */
  readonly conditions: readonly Condition[];
}

const RolesStructure = z.strictObject({
  roles: z.record(
    z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, 'must look like supervisor'),
    z.array(
      z.strictObject({
        can: z.array(z.string('must be text')).min(1, 'is empty'),
        on: z.string('must be text'),
        where: ConditionsStructure.optional(),
      }),
    ),
  ),
});

interface RuleFile {
  readonly can: readonly string[];
  readonly on: string;
  readonly where?: ConditionsFile;
}

/** Reads roles.yaml: rules by role, in the order of the file. */
export function readRoles(
  source: YamlSource,
  vocabulary: Vocabulary,
): { roles: ReadonlyMap<string, readonly RoleRule[]>; problems: PlacedProblem[] } {
  const problems = structureProblems(source, RolesStructure);
  if (problems.length > 0) return { roles: new Map(), problems };
  const file = source.value as unknown as { roles: Readonly<Record<string, readonly RuleFile[]>> };
  const roles = new Map(
    Object.entries(file.roles).map(([role, rules]) => [
      role,
      rules.flatMap((rule, index) => {
        const read = readRule({ source, vocabulary, role, index }, rule);
        problems.push(...read.problems);
        return read.rule === undefined ? [] : [read.rule];
      }),
    ]),
  );
  return { roles, problems };
}

interface RulePlace {
  readonly source: YamlSource;
  readonly vocabulary: Vocabulary;
  readonly role: string;
  readonly index: number;
}

function readRule(place: RulePlace, { can, on, where }: RuleFile): { rule?: RoleRule; problems: PlacedProblem[] } {
  const { source, vocabulary, role, index } = place;
  const path = ['roles', role, index];
  const subject = vocabulary.subjects.get(on);
  if (subject === undefined) {
    const message = `"${on}" is no subject of subjects.yaml.`;
    return { problems: [{ path: [...path, 'on'], rule: 'subject-unknown', message }] };
  }
  const problems = can.flatMap((action, at): PlacedProblem[] => {
    if (subject.actions.includes(action)) return [];
    const message = `"${action}" cannot be done with ${on}: subjects.yaml lists ${subject.actions.join(', ')}.`;
    return [{ path: [...path, 'can', at], rule: 'action-unknown', message }];
  });
  const compiled =
    where && compileConditions(where, [...path, 'where'], { kinds: subject.attributes, facts: 'principal' });
  const rule: RoleRule = {
    role,
    rule: index + 1,
    file: source.file,
    line: source.lineOf(path),
    actions: can,
    subject: on,
    conditions: compiled?.conditions ?? [],
  };
  return { rule, problems: [...problems, ...(compiled?.problems ?? [])] };
}
