import { describe, expect, it } from 'vitest';
import { compileTemplate, type PreviewTemplate, reference, sentencePieces } from './display-template.js';

const template: PreviewTemplate = {
  effect: {
    en: 'Cancel order {resource.orderNumber} ({arguments.orderId})',
    zh: '取消订单 {resource.orderNumber}（{arguments.orderId}）',
  },
  consequence: {
    en: 'The status goes from {before.status} to {after.status}.',
    zh: '状态由 {before.status} 变为 {after.status}。',
  },
  fields: [{ label: { en: 'Amount', zh: '金额' }, path: 'resource.amount' }],
  diff: ['status'],
  labels: { status: { en: 'Status', zh: '状态' } },
};

function reasonFor(change: Partial<PreviewTemplate>): string | null {
  const compiled = compileTemplate({ ...template, ...change }, ['orderId', 'reason'], ['reason']);
  return compiled.ok ? null : compiled.reason;
}

describe('compileTemplate', () => {
  it('accepts a template whose references all exist', () => {
    expect(compileTemplate(template, ['orderId', 'reason'], ['reason'])).toEqual({ ok: true, template });
  });

  it('refuses text of the agent in every sentence and field', () => {
    const both = { en: 'Because {arguments.reason}', zh: '好' };
    const other = { en: 'ok', zh: '原因：{arguments.reason}' };
    const field = { label: { en: 'Why', zh: '原因' }, path: 'arguments.reason' };
    for (const change of [
      { effect: both },
      { effect: other },
      { consequence: both },
      { consequence: other },
      { fields: [field] },
    ]) {
      expect(reasonFor(change)).toBe('argument reason is untrusted');
    }
  });

  it.each<[string, string]>([
    ['{arguments.other}', 'unknown argument other'],
    ['{arguments.constructor}', 'unknown argument constructor'],
    ['{agent.claim}', 'unknown reference agent.claim'],
    ['{resource}', 'unknown reference resource'],
    ['{resource.a.b}', 'unknown reference resource.a.b'],
    ['{ resource.a }', 'unknown reference  resource.a '],
    ['{}', 'unknown reference '],
    ['{resource.a', 'a brace without its pair'],
    ['resource.a}', 'a brace without its pair'],
    ['{{resource.a}}', 'a brace without its pair'],
    [' ', 'a sentence is empty'],
    ['Cancel\u202e order', 'a sentence with characters that would not be shown as they are'],
    ['{resource.a}\nAmount: 0', 'a sentence with characters that would not be shown as they are'],
  ])('refuses the sentence %j: %s', (sentence, reason) => {
    expect(reasonFor({ effect: { en: sentence, zh: '好' } })).toBe(reason);
    expect(reasonFor({ consequence: { en: 'ok', zh: sentence } })).toBe(reason);
  });

  it('refuses fields and attributes that cannot be shown', () => {
    const label = { en: 'A', zh: '甲' };
    expect(reasonFor({ fields: [{ label, path: '{resource.a}' }] })).toBe('unknown reference {resource.a}');
    expect(reasonFor({ fields: [{ label: { en: '', zh: '甲' }, path: 'resource.a' }] })).toBe('a label is empty');
    expect(reasonFor({ fields: [{ label: { en: 'A', zh: '\u200b甲' }, path: 'resource.a' }] })).toBe(
      'a label with characters that would not be shown as they are',
    );
    expect(reasonFor({ diff: ['status', 'status'] })).toBe('attribute status is compared twice');
    expect(reasonFor({ diff: ['amount'] })).toBe('attribute amount has no label');
    expect(reasonFor({ diff: ['constructor'] })).toBe('attribute constructor has no label');
    expect(reasonFor({ labels: { status: { en: 'S\u00ad', zh: '状态' } } })).toBe(
      'a label with characters that would not be shown as they are',
    );
  });
});

describe('sentencePieces', () => {
  it('parts the words of the contract from references', () => {
    expect(sentencePieces('{resource.id}: pay {arguments.amount}')).toEqual([
      { root: 'resource', name: 'id' },
      { literal: ': pay ' },
      { root: 'arguments', name: 'amount' },
    ]);
  });

  it('throws on a reference that was never checked', () => {
    expect(() => reference('agent.claim')).toThrow(TypeError);
    expect(() => sentencePieces('{x}')).toThrow(TypeError);
  });
});
