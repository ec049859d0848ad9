import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Broken, edited, lineOf } from '../../../test/support/broken-text.js';
import { policyDigest } from '../../canonical/digest.js';
import { problemLine } from '../../contracts/source/source-problem.js';
import { compilePolicies, POLICY_FILES, type PolicyBytes, type PolicyFile, readPolicyFolder } from './policy-set.js';

type Texts = Readonly<Record<PolicyFile, string>>;

const TEXTS = Object.fromEntries(POLICY_FILES.map((name) => [name, readFileSync(`policies/${name}`, 'utf8')])) as Texts;

/** The policies of this repository with one passage replaced. */
const change = (file: PolicyFile, from: string, to: string): Texts => ({
  ...TEXTS,
  [file]: edited(TEXTS[file], from, to),
});

function compile(texts: Texts) {
  const bytes = POLICY_FILES.map((name) => [name, Buffer.from(texts[name], 'utf8')]);
  return compilePolicies((name) => name, Object.fromEntries(bytes) as PolicyBytes);
}

function problemsOf(texts: Texts): string[] {
  const read = compile(texts);
  return read.ok ? [] : read.problems.map(problemLine);
}

const BROKEN: readonly Broken[] = [
  ['no limit', 'tenantPerMinute: 6000\n', '', 'principalPerMinute', 'structure — tenantPerMinute: is missing.'],
  [
    'a limit of nothing',
    'principalPerMinute: 600',
    'principalPerMinute: 0',
    'principalPerMinute: 0',
    'structure — principalPerMinute: must be at least 1.',
  ],
  [
    'an anchor',
    'principalPerMinute: 600',
    'principalPerMinute: &x 600',
    'principalPerMinute: &x',
    'yaml — Anchors (`&name`) are not allowed: write the value out.',
  ],
];

describe('reading policy files', () => {
  it('accepts the policies of this repository', () => {
    expect(problemsOf(TEXTS)).toEqual([]);
  });

  it.each(BROKEN)('refuses %s', (_name, from, to, marker, problem) => {
    const texts = change('limits.yaml', from, to);
    expect(problemsOf(texts)).toContain(`limits.yaml:${lineOf(texts['limits.yaml'], marker)}: ${problem}`);
  });

  it('tells the problems of all files at once', () => {
    const texts = {
      ...TEXTS,
      'roles.yaml': change('roles.yaml', '- { can: [audit], on: Trail }', '- { can: [shred], on: Trail }')[
        'roles.yaml'
      ],
      'approvals.yaml': change('approvals.yaml', 'required: 2', 'required: 0')['approvals.yaml'],
      'limits.yaml': change('limits.yaml', 'tenantPerMinute: 6000', 'tenantPerMinute: many')['limits.yaml'],
    };
    expect(
      problemsOf(texts)
        .map((line) => line.split(':')[0])
        .sort(),
    ).toEqual(['approvals.yaml', 'limits.yaml', 'roles.yaml']);
  });

  it('tells of a file that cannot be read', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'policies-'));
    const read = readPolicyFolder(folder);
    rmSync(folder, { recursive: true });
    expect(read.ok ? [] : read.problems.map(problemLine)).toEqual(
      POLICY_FILES.map((name) => `${folder}/${name}:1: file — The file cannot be read.`),
    );
  });
});

describe('the digest of policies', () => {
  const digestOf = (texts: Texts) => {
    const read = compile(texts);
    return read.ok ? read.policies.digest : undefined;
  };

  it('is that of their canonical text', () => {
    const read = compile(TEXTS);
    expect(read.ok && read.policies.digest).toBe(policyDigest(JSON.parse(read.ok ? read.policies.canonical : '')));
  });

  it('does not hang on comments and spelling', () => {
    const texts = change('limits.yaml', 'tenantPerMinute: 6000', '# more\ntenantPerMinute:   6000');
    expect(digestOf(texts)).toBe(digestOf(TEXTS));
  });

  it('changes with every file', () => {
    const digests = [
      digestOf(TEXTS),
      digestOf(change('subjects.yaml', 'region: text', 'region: text\n      weight: decimal')),
      digestOf(change('roles.yaml', '- { can: [audit], on: Trail }', '[]')),
      digestOf(change('approvals.yaml', 'required: 2', 'required: 3')),
      digestOf(change('limits.yaml', 'tenantPerMinute: 6000', 'tenantPerMinute: 6001')),
    ];
    expect(new Set(digests).size).toBe(5);
    expect(digests).not.toContain(undefined);
  });
});
