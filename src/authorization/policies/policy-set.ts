import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { policyDigest } from '../../canonical/digest.js';
import { jcs } from '../../canonical/jcs.js';
import { shownPath, type SourceProblem } from '../../contracts/source/source-problem.js';
import { type PlacedProblem, placeProblems, structureProblems } from '../../contracts/source/structure.js';
import { readYaml, type YamlSource } from '../../contracts/source/yaml-source.js';
import { type ApprovalPolicy, readApprovals } from './approval-rules.js';
import { readRoles, type RoleRule } from './role-rules.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

/** Calls per minute, over all tools. */
export interface PolicyLimits {
  readonly tenantPerMinute: number;
  readonly principalPerMinute: number;
}

/** All policy files of a folder, compiled. */
export interface PolicySet {
  /** SHA-256 of `canonical` as `policyDigest`: 64 lower-case hex digits. */
  readonly digest: string;
  /** RFC 8785 over the files' values by their names; tests and comments are not part of it. */
  readonly canonical: string;
  readonly vocabulary: Vocabulary;
  readonly roles: ReadonlyMap<string, readonly RoleRule[]>;
  readonly approvals: ReadonlyMap<string, ApprovalPolicy>;
  readonly limits: PolicyLimits;
}

export type PolicyRead =
  | { readonly ok: true; readonly policies: PolicySet }
  | { readonly ok: false; readonly problems: readonly SourceProblem[] };

export const POLICY_FILES = ['subjects.yaml', 'roles.yaml', 'approvals.yaml', 'limits.yaml'] as const;

export type PolicyFile = (typeof POLICY_FILES)[number];

const perMinute = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(1_000_000, 'must be at most 1000000');
const LimitsStructure = z.strictObject({ tenantPerMinute: perMinute, principalPerMinute: perMinute });

/** Reads the policy files of a folder. A file that cannot be read is a problem like any other. */
export function readPolicyFolder(directory: string): PolicyRead {
  const problems: SourceProblem[] = [];
  const bytes: Partial<Record<PolicyFile, Uint8Array>> = {};
  for (const name of POLICY_FILES) {
    const file = path.join(directory, name);
    try {
      bytes[name] = readFileSync(file);
    } catch {
      problems.push({ file: shownPath(file), line: 1, rule: 'file', message: 'The file cannot be read.' });
    }
  }
  if (problems.length > 0) return { ok: false, problems };
  return compilePolicies((name) => shownPath(path.join(directory, name)), bytes as PolicyBytes);
}

export type PolicyBytes = Readonly<Record<PolicyFile, Uint8Array>>;

/** Compiles the policy files, all problems of all files together. `shown` is how a file is called in messages. */
export function compilePolicies(shown: (file: PolicyFile) => string, bytes: PolicyBytes): PolicyRead {
  const problems: SourceProblem[] = [];
  const read = (name: PolicyFile): YamlSource | undefined => {
    const yaml = readYaml(shown(name), bytes[name]);
    if (!yaml.ok) problems.push(...yaml.problems);
    return yaml.ok ? yaml.source : undefined;
  };
  const [subjects, roles, approvals, limits] = POLICY_FILES.map(read);
  const note = <T extends { problems: PlacedProblem[] }>(source: YamlSource, result: T): T => {
    problems.push(...placeProblems(source, result.problems));
    return result;
  };
  if (limits) note(limits, { problems: structureProblems(limits, LimitsStructure) });
  const before = problems.length;
  const vocabulary = subjects && note(subjects, readVocabulary(subjects)).vocabulary;
  // Without a vocabulary every name below would be unknown, and the one real problem would drown.
  if (!vocabulary || problems.length > before) return { ok: false, problems };
  const compiledRoles = roles && note(roles, readRoles(roles, vocabulary));
  const compiledApprovals = approvals && note(approvals, readApprovals(approvals, vocabulary));
  if (!limits || !compiledRoles || !compiledApprovals || problems.length > 0) return { ok: false, problems };
  const value = { subjects: subjects.value, roles: roles.value, approvals: approvals.value, limits: limits.value };
  return {
    ok: true,
    policies: {
      digest: policyDigest(value),
      canonical: jcs(value),
      vocabulary,
      roles: compiledRoles.roles,
      approvals: compiledApprovals.policies,
      limits: limits.value as unknown as PolicyLimits,
    },
  };
}
