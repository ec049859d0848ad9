import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Facts } from './facts.mjs';
import { teller, widthOf, wrapped } from './teller.mjs';
import { inDatabase } from './throw-away-database.mjs';

/** A teller that writes to a terminal, or to a file, and what it wrote. */
function listener({ isTTY, silent = false, env = {} }: { isTTY: boolean; silent?: boolean; env?: NodeJS.ProcessEnv }) {
  const out = Object.assign(new PassThrough(), { isTTY });
  const tell = teller({ out: out as unknown as NodeJS.WriteStream, silent, env });
  return { tell, heard: () => String(out.read() ?? '') };
}

describe('the facts of the demonstration', () => {
  it('keep what differs, with what was expected, and go on', () => {
    const { tell, heard } = listener({ isTTY: false });
    const facts = new Facts(tell);
    facts.equal('One is one.', 1, 1);
    facts.equal('The order is cancelled.', { state: 'PAID' }, { state: 'CANCELLED' });
    facts.equal('The list is empty.', [], []);
    expect(facts.checked).toBe(3);
    expect(facts.differences).toEqual([
      { fact: 'The order is cancelled.', expected: { state: 'CANCELLED' }, actual: { state: 'PAID' } },
    ]);
    expect(heard()).toMatch(/✓ One is one\.\n.*✗ The order is cancelled\. — expected \{"state":"CANCELLED"\}/s);
  });

  it('take a missing value for a difference', () => {
    const facts = new Facts(listener({ isTTY: false }).tell);
    facts.equal('There is a result.', undefined, 'a result');
    expect(facts.differences).toHaveLength(1);
  });
});

describe('the teller', () => {
  it('uses colours on a terminal only, and where nobody declined them', () => {
    const onTerminal = listener({ isTTY: true });
    const intoFile = listener({ isTTY: false });
    const declined = listener({ isTTY: true, env: { NO_COLOR: '1' } });
    for (const { tell } of [onTerminal, intoFile, declined]) tell.chapter('The books');
    expect(onTerminal.heard()).toContain('\u001b[');
    expect(intoFile.heard()).toBe('\n  1  The books\n');
    expect(declined.heard()).toBe('\n  1  The books\n');
  });

  it('says nothing when only the facts are wanted', () => {
    const { tell, heard } = listener({ isTTY: true, silent: true });
    tell.title('Countersign');
    tell.holds('One is one.');
    expect(heard()).toBe('');
  });

  it('counts two columns for a Chinese character, and breaks lines by columns', () => {
    expect(widthOf('订单 A-1')).toBe(8);
    expect(wrapped('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrapped('订单 订单 订单', 9)).toEqual(['订单 订单', '订单']);
  });
});

describe('the throw-away database beside a given one', () => {
  it.each([
    ['postgres://u:p@db:5432/main', 'postgres://u:p@db:5432/demo'],
    ['postgresql://db/main?sslmode=require', 'postgresql://db/demo?sslmode=require'],
    ['postgres://db', 'postgres://db/demo'],
    ['postgres://u@localhost/main?host=/run/pg', 'postgres://u@localhost/demo?host=/run/pg'],
  ])('is on the same server, with the same settings: %s', (given, expected) => {
    expect(inDatabase(given, 'demo')).toBe(expected);
  });
});
