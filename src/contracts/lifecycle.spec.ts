import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkContract } from './checks/check-contract.js';
import { callRefusal, mayList, settleRefusal, stateAt } from './lifecycle.js';
import type { Lifecycle, ToolContract } from './tool-contract.js';

const NOW = new Date('2026-11-30T12:00:00.000Z');

function contract(name: 'get' | 'cancel', lifecycle: Lifecycle): ToolContract {
  const file = `orders.${name}.v1.yaml`;
  const check = checkContract(file, readFileSync(`contracts/${file}`));
  if (!check.ok) throw new Error('the contract has problems');
  return { ...check.checked.contract, lifecycle };
}

function uses(name: 'get' | 'cancel', lifecycle: Lifecycle) {
  const tool = contract(name, lifecycle);
  return [mayList(tool, NOW), callRefusal(tool, NOW)?.code ?? 'ok', settleRefusal(tool, NOW)?.code ?? 'ok'];
}

describe('what may be done with a tool', () => {
  it.each([
    ['cancel', { state: 'draft' }, [false, 'UNKNOWN_TOOL', 'UNKNOWN_TOOL']],
    ['cancel', { state: 'active' }, [true, 'ok', 'ok']],
    ['cancel', { state: 'deprecated', sunset: '2026-12-01' }, [true, 'ok', 'ok']],
    ['cancel', { state: 'deprecated', sunset: '2026-11-30' }, [false, 'TOOL_DISABLED', 'TOOL_DISABLED']],
    ['cancel', { state: 'read-only' }, [false, 'TOOL_DISABLED', 'ok']],
    ['cancel', { state: 'retired' }, [false, 'TOOL_DISABLED', 'TOOL_DISABLED']],
    ['get', { state: 'read-only' }, [true, 'ok', 'ok']],
    ['get', { state: 'retired' }, [false, 'TOOL_DISABLED', 'TOOL_DISABLED']],
    ['get', { state: 'draft' }, [false, 'UNKNOWN_TOOL', 'UNKNOWN_TOOL']],
  ] as const)('orders.%s in %o: listed, call, waiting plans → %o', (name, lifecycle, expected) => {
    expect(uses(name, lifecycle)).toEqual(expected);
  });

  it('ends at midnight UTC of the sunset, not before', () => {
    const lifecycle: Lifecycle = { state: 'deprecated', sunset: '2027-01-31' };
    expect(stateAt(lifecycle, new Date('2027-01-30T23:59:59.999Z'))).toBe('deprecated');
    expect(stateAt(lifecycle, new Date('2027-01-31T00:00:00.000Z'))).toBe('retired');
  });

  it('has a sunset only when it is deprecated', () => {
    expect(stateAt({ state: 'active', sunset: '2020-01-01' }, NOW)).toBe('active');
    expect(stateAt({ state: 'draft', sunset: '2020-01-01' }, NOW)).toBe('draft');
  });

  it('says what to use instead', () => {
    const refused = callRefusal(contract('cancel', { state: 'retired', replacedBy: 'orders.cancel.v2' }), NOW);
    expect(refused).toMatchObject({
      message: 'orders.cancel.v1 is retired. Use orders.cancel.v2 instead.',
      details: { state: 'retired', replacedBy: 'orders.cancel.v2' },
    });
  });
});
