import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toolDigest } from '../canonical/digest.js';
import { StartupProblem } from '../shared/startup-problem.js';
import { loadContracts } from './load-contracts.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'contracts-'));
  cpSync('contracts', folder, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

function edit(name: string, from: string, to: string, as = name): void {
  const text = readFileSync(path.join(folder, name), 'utf8');
  if (!text.includes(from)) throw new Error(`not there: ${from}`);
  writeFileSync(path.join(folder, as), text.replace(from, to));
}

function problemsOf(): readonly string[] {
  try {
    loadContracts(folder);
    return [];
  } catch (error) {
    if (error instanceof StartupProblem) return error.lines;
    throw error;
  }
}

describe('loading the contracts of a folder', () => {
  it('finds every tool by its id and by the name that hosts see, in the order of the ids', () => {
    const registry = loadContracts(folder);
    expect(registry.all().map(({ contract }) => contract.id)).toEqual(['orders.cancel.v1', 'orders.get.v1']);
    expect(registry.byName('orders_cancel_v1')).toBe(registry.byName('orders.cancel.v1'));
    expect(registry.byName('orders_cancel_v1')?.wireName).toBe('orders_cancel_v1');
  });

  it('finds nothing by names that no contract has', () => {
    const registry = loadContracts(folder);
    for (const name of ['', 'orders.cancel', 'ORDERS.CANCEL.V1', 'toString', '__proto__']) {
      expect(registry.byName(name)).toBeUndefined();
    }
  });

  it('freezes what it hands out', () => {
    const published = loadContracts(folder).all()[0];
    expect(Object.isFrozen(published)).toBe(true);
    expect(Object.isFrozen(published?.contract.input)).toBe(true);
  });

  it('tells the problems of all files together, with their lines', () => {
    edit('orders.cancel.v1.yaml', 'decideWithin: 4h', 'decideWithin: soon');
    edit('orders.get.v1.yaml', 'idFrom: orderId', 'idFrom: order');
    const [head, ...problems] = problemsOf();
    expect(head).toBe(`The tool contracts in ${folder} cannot be used:`);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(/orders\.cancel\.v1\.yaml:\d+: structure — approval\.decideWithin: must be a duration/);
    expect(problems[1]).toMatch(/orders\.get\.v1\.yaml:\d+: resource-id — "order" must be a text argument/);
  });

  it('refuses two tools with one name for hosts', () => {
    edit('orders.get.v1.yaml', 'id: orders.get.v1', 'id: order_status.get.v1', 'order_status.get.v1.yaml');
    edit('orders.get.v1.yaml', 'id: orders.get.v1', 'id: order.status_get.v1', 'order.status_get.v1.yaml');
    expect(problemsOf()[1]).toMatch(
      /order_status\.get\.v1\.yaml:1: wire-name — order_status\.get\.v1 and order\.status_get\.v1 have the same name for hosts, order_status_get_v1\.$/,
    );
  });

  it.each(['orders.cancel.v9', 'orders.cancel.v1'])('refuses %s as the replacement of orders.cancel.v1', (other) => {
    edit('orders.cancel.v1.yaml', '  state: active', `  state: retired\n  replacedBy: ${other}`);
    const text = readFileSync(path.join(folder, 'orders.cancel.v1.yaml'), 'utf8');
    const line = text.slice(0, text.indexOf('replacedBy')).split('\n').length;
    expect(problemsOf()[1]).toBe(
      `${folder}/orders.cancel.v1.yaml:${line}: replaced-by — "${other}" is no other contract of this catalogue.`,
    );
  });

  it('refuses a contract with the ending .yml, which would silently not exist', () => {
    renameSync(path.join(folder, 'orders.get.v1.yaml'), path.join(folder, 'orders.get.v1.yml'));
    expect(problemsOf()).toEqual([`${folder}/orders.get.v1.yml: contracts end with .yaml.`]);
  });

  it('refuses a folder without contracts, and one that is not there', () => {
    rmSync(path.join(folder, 'orders.get.v1.yaml'));
    rmSync(path.join(folder, 'orders.cancel.v1.yaml'));
    expect(problemsOf()).toEqual([`There is no tool contract (*.yaml) in ${folder}.`]);
    expect(() => loadContracts(path.join(folder, 'nowhere'))).toThrow(StartupProblem);
  });
});

describe('the digest of a contract', () => {
  const digestOf = () => loadContracts(folder).byName('orders.cancel.v1')?.digest;

  it('is that of its canonical text', () => {
    const published = loadContracts(folder).byName('orders.cancel.v1');
    expect(published?.digest).toBe(toolDigest(JSON.parse(published?.canonical ?? '')));
  });

  it('does not hang on comments, order or spelling of the file', () => {
    const before = digestOf();
    edit(
      'orders.cancel.v1.yaml',
      'mode: automatic\n  executeWithin: 1h',
      '# first\n  executeWithin: "1h"\n  mode: automatic',
    );
    expect(digestOf()).toBe(before);
  });

  it('changes with every word that people approve', () => {
    const before = digestOf();
    edit('orders.cancel.v1.yaml', 'This cannot be undone;', 'This can be undone;');
    expect(digestOf()).not.toBe(before);
  });

  it('stays when the tool is switched to another state of its life, so that plans which wait may end', () => {
    const before = digestOf();
    edit('orders.cancel.v1.yaml', '  state: active', '  state: read-only');
    expect(digestOf()).toBe(before);
  });
});
