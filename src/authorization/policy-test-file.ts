import { z } from 'zod';
import type { SourceProblem } from '../contracts/source/source-problem.js';
import { placeProblems, structureProblems } from '../contracts/source/structure.js';
import { readYaml, type YamlSource } from '../contracts/source/yaml-source.js';
import type { Authority } from './condition.js';
import type { Permission, ResourceAttributes } from './policy-engine.js';

/** What a case says must come out; what it does not say is not compared. */
export interface Expectation {
  /** Whether the principal may do it, or, for a tool that writes, may ask for it: policy may deny that outright. */
  readonly allowed: boolean;
  /** Whether the tool is in the principal's list at all. */
  readonly listed?: boolean;
  /** The approval rule that decides. */
  readonly rule?: string;
  readonly required?: number;
  /** Exactly those of the file's principals who may approve it, the requester left out. */
  readonly approvers?: readonly string[];
}

export interface PolicyTestCase {
  readonly case: string;
  /** A name of `principals`. */
  readonly principal: string;
  /** Contract id; its permission and approval policy are asked. Either this or `permission`. */
  readonly tool?: string;
  readonly permission?: Permission;
  readonly resource: ResourceAttributes;
  readonly expect: Expectation;
}

export interface PolicyTestFile {
  readonly source: YamlSource;
  readonly principals: ReadonlyMap<string, Authority>;
  readonly tests: readonly PolicyTestCase[];
}

const names = z.array(z.string('must be text'));
const name = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, 'must look like supervisor-of-retail');
const scalar = z.union([z.string(), z.number(), z.boolean()], 'must be text, a number, or true or false');

const TestStructure = z.strictObject({
  principals: z.record(
    name,
    z.strictObject({ roles: names, businessLines: names, tenant: z.string('must be text').optional() }),
  ),
  tests: z
    .array(
      z.strictObject({
        case: z.string('must be text').min(1, 'is empty'),
        principal: z.string('must be text'),
        tool: z.string('must be text').optional(),
        permission: z.strictObject({ action: z.string('must be text'), subject: z.string('must be text') }).optional(),
        resource: z.record(z.string(), scalar),
        expect: z.strictObject({
          allowed: z.boolean('must be true or false'),
          listed: z.boolean('must be true or false').optional(),
          rule: z.string('must be text').optional(),
          required: z.int('must be a whole number').optional(),
          approvers: names.optional(),
        }),
      }),
    )
    .min(1, 'is empty'),
});

type File = {
  readonly principals: Readonly<Record<string, Omit<Authority, 'tenant'> & { readonly tenant?: string }>>;
  readonly tests: readonly PolicyTestCase[];
};

export type PolicyTestRead =
  | { readonly ok: true; readonly file: PolicyTestFile }
  | { readonly ok: false; readonly problems: readonly SourceProblem[] };

/** Reads one `*.test.yaml`. */
export function readPolicyTests(shown: string, bytes: Uint8Array): PolicyTestRead {
  const yaml = readYaml(shown, bytes);
  if (!yaml.ok) return yaml;
  const { source } = yaml;
  const structure = structureProblems(source, TestStructure);
  if (structure.length > 0) return { ok: false, problems: placeProblems(source, structure) };
  const file = source.value as unknown as File;
  const principals = new Map(
    Object.entries(file.principals).map(([one, who]): [string, Authority] => [
      one,
      { ...who, tenant: who.tenant ?? 'acme' },
    ]),
  );
  const unknown = file.tests.flatMap(({ principal, tool, permission, expect }, index) => {
    const problem = (message: string, ...at: string[]) => ({ path: ['tests', index, ...at], rule: 'test', message });
    const strangers = [principal, ...(expect.approvers ?? [])].filter((one) => !principals.has(one));
    return [
      ...strangers.map((one) => problem(`"${one}" is not among the principals of this file.`, 'principal')),
      ...((tool === undefined) === (permission === undefined)
        ? [problem('A case asks about a `tool` or a `permission`.')]
        : []),
    ];
  });
  if (unknown.length > 0) return { ok: false, problems: placeProblems(source, unknown) };
  return { ok: true, file: { source, principals, tests: file.tests } };
}
