import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayDigest } from './digest.js';
import { type DisplayInput, RENDERER_VERSION, renderDisplay } from './display.js';
import { decodeText, isPlainText, type TextSegment } from './display-text.js';
import { jcs } from './jcs.js';
import type { JsonValue } from './json-value.js';
import type { AdapterClass } from './lost-answer.js';

const input: DisplayInput = {
  template: {
    effect: {
      en: 'Cancel order {resource.orderNumber} of {resource.customer}',
      zh: '取消 {resource.customer} 的订单 {resource.orderNumber}',
    },
    consequence: { en: 'Status becomes {after.status}.', zh: '状态变为 {after.status}。' },
    fields: [
      { label: { en: 'Amount', zh: '金额' }, path: 'resource.amount' },
      { label: { en: 'Version', zh: '版本' }, path: 'resource.version' },
      { label: { en: 'Order', zh: '订单' }, path: 'arguments.orderId' },
    ],
    diff: ['status', 'paid'],
    labels: { status: { en: 'Status', zh: '状态' }, paid: { en: 'Paid', zh: '已付' } },
  },
  contractTitle: { en: 'Cancel an order', zh: '取消订单' },
  arguments: [
    { name: 'orderId', label: { en: 'Order', zh: '订单' }, value: 'A-1001', untrusted: false },
    { name: 'reason', label: { en: 'Reason', zh: '原因' }, value: 'customer asked', untrusted: true },
  ],
  resource: {
    type: 'order',
    id: 'A-1001',
    version: '7',
    attributes: { orderNumber: 'A-1001', customer: '王小明', amount: '120.00 CNY' },
  },
  before: { status: 'PAID', paid: true },
  after: { status: 'CANCELLED', paid: true },
  adapterClass: '0',
};

function trusted(text: string): TextSegment {
  return { kind: 'text', text, trusted: true };
}

function plain(text: string): TextSegment {
  return { kind: 'text', text };
}

function withReason(value: JsonValue): DisplayInput {
  const [orderId] = input.arguments;
  if (orderId === undefined) throw new Error('no argument');
  return { ...input, arguments: [orderId, { name: 'reason', label: { en: 'R', zh: '因' }, value, untrusted: true }] };
}

function withAttributes(attributes: DisplayInput['resource']['attributes']): DisplayInput {
  return { ...input, resource: { ...input.resource, attributes } };
}

describe('renderDisplay', () => {
  it('puts resolved facts beside the words of the contract, in both languages', () => {
    const display = renderDisplay(input);
    expect(display.renderer).toBe(RENDERER_VERSION);
    expect(display.title).toEqual({ en: 'Cancel an order', zh: '取消订单' });
    expect(display.effect).toEqual({
      en: [trusted('Cancel order '), plain('A-1001'), trusted(' of '), plain('王小明')],
      zh: [trusted('取消 '), plain('王小明'), trusted(' 的订单 '), plain('A-1001')],
    });
    expect(display.consequence.en).toEqual([trusted('Status becomes '), plain('CANCELLED'), trusted('.')]);
    expect(display.fields).toEqual([
      { label: { en: 'Amount', zh: '金额' }, value: [plain('120.00 CNY')], flags: [] },
      { label: { en: 'Version', zh: '版本' }, value: [plain('7')], flags: [] },
      { label: { en: 'Order', zh: '订单' }, value: [plain('A-1001')], flags: [] },
    ]);
    expect(display.arguments[1]).toEqual({
      name: 'reason',
      label: { en: 'Reason', zh: '原因' },
      value: [plain('customer asked')],
      raw: '"customer asked"',
      untrusted: true,
      flags: [],
    });
    expect(display.diff).toEqual([
      {
        attribute: 'status',
        label: { en: 'Status', zh: '状态' },
        before: [plain('PAID')],
        after: [plain('CANCELLED')],
      },
      { attribute: 'paid', label: { en: 'Paid', zh: '已付' }, before: [plain('true')], after: [plain('true')] },
    ]);
  });

  it('shows every argument such that its exact value comes back, and nothing hides', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 });
    const value = fc.oneof(text, fc.array(text), fc.dictionary(text, text), fc.integer(), fc.boolean());
    fc.assert(
      fc.property(value, (argument) => {
        const shown = renderDisplay(withReason(argument)).arguments[1];
        if (shown === undefined) throw new Error('the argument is not shown');
        expect(decodeText(shown.value)).toBe(typeof argument === 'string' ? argument : jcs(argument));
        expect(jcs(JSON.parse(shown.raw) as JsonValue)).toBe(jcs(argument));
        expect(isPlainText(shown.raw)).toBe(true);
      }),
    );
  });

  it('leaves nothing out of a value of 20,000 characters', () => {
    const long = `${'x'.repeat(19_990)}; rm -rf /`;
    const display = renderDisplay(withReason(long));
    expect(decodeText(display.arguments[1]?.value ?? [])).toBe(long);
    expect(display.arguments[1]?.raw).toBe(`"${long}"`);
  });

  it('escapes and flags what hides in a value, wherever it is shown', () => {
    const display = renderDisplay({
      ...withAttributes({ ...input.resource.attributes, customer: 'Bob\u202e', amount: 'pаy' }),
      before: { status: 'a\n', paid: true },
    });
    expect(display.effect.en.at(-1)).toEqual({ kind: 'escape', codePoint: 'U+202E', name: 'RIGHT-TO-LEFT OVERRIDE' });
    expect(display.fields[0]?.flags).toEqual(['mixed-script']);
    expect(display.diff[0]?.before).toEqual([plain('a'), { kind: 'escape', codePoint: 'U+000A', name: 'LINE FEED' }]);
  });

  it('flags the strings and names inside a value, not its JSON text', () => {
    expect(renderDisplay(withReason(['\nпривет'])).arguments[1]?.flags).toEqual(['invisible']);
    expect(renderDisplay(withReason({ pаy: ['a\u200b'] })).arguments[1]?.flags).toEqual(['invisible', 'mixed-script']);
    expect(renderDisplay(withReason([1, null, true, { ok: '订单A' }])).arguments[1]?.flags).toEqual([]);
  });

  it('tells null, absence and the texts that look like them apart', () => {
    const field = (attributes: DisplayInput['resource']['attributes']) =>
      renderDisplay(withAttributes(attributes)).fields[0]?.value;
    expect(field({ amount: null })).toEqual([trusted('null')]);
    expect(field({ amount: 'null' })).toEqual([plain('null')]);
    expect(field({})).toEqual([trusted('—')]);
    expect(field({ amount: '—' })).toEqual([plain('—')]);
    expect(field({ amount: 12.5 })).toEqual([plain('12.5')]);
  });

  it('shows an optional argument that was not given as absent', () => {
    expect(renderDisplay({ ...input, arguments: [] }).fields[2]?.value).toEqual([trusted('—')]);
  });

  it('takes type, id and version from the resource itself, whatever its attributes claim', () => {
    const label = { en: 'X', zh: '某' };
    const fields = ['type', 'id', 'version'].map((name) => ({ label, path: `resource.${name}` }));
    const claimed = withAttributes({ ...input.resource.attributes, version: '1', id: 'B', type: 'x' });
    const display = renderDisplay({ ...claimed, template: { ...input.template, fields } });
    expect(display.fields.map(({ value }) => value)).toEqual([[plain('order')], [plain('A-1001')], [plain('7')]]);
  });

  it('lets no inherited property answer for an attribute', () => {
    const template = { ...input.template, fields: [{ label: { en: 'C', zh: '丙' }, path: 'resource.constructor' }] };
    expect(renderDisplay({ ...input, template }).fields[0]?.value).toEqual([trusted('—')]);
  });

  it('shows a change that the template forgot, and one only', () => {
    const display = renderDisplay({
      ...input,
      before: { ...input.before, same: 1, refund: '0', 'odd\u202e': 1 },
      after: { ...input.after, same: 1, refund: '99', constructor: 'new' },
    });
    expect(display.diff.slice(2)).toEqual([
      {
        attribute: 'constructor',
        label: { en: 'constructor', zh: 'constructor' },
        before: [trusted('—')],
        after: [plain('new')],
      },
      {
        attribute: 'odd\u202e',
        label: { en: 'oddU+202E', zh: 'oddU+202E' },
        before: [plain('1')],
        after: [trusted('—')],
      },
      { attribute: 'refund', label: { en: 'refund', zh: 'refund' }, before: [plain('0')], after: [plain('99')] },
    ]);
  });

  it('refuses to write text of the agent into a sentence, even when nobody compiled the template', () => {
    const effect = { en: 'Because {arguments.reason}', zh: '取消' };
    expect(() => renderDisplay({ ...input, template: { ...input.template, effect } })).toThrow(
      new TypeError('template: argument reason is untrusted'),
    );
  });

  it('refuses titles and labels that would not be shown as they are', () => {
    expect(() => renderDisplay({ ...input, contractTitle: { en: 'Cancel\u200b', zh: '取消' } })).toThrow(TypeError);
    const argument = { name: 'a', label: { en: 'A', zh: '甲\u202e' }, value: 1, untrusted: false };
    expect(() => renderDisplay({ ...input, arguments: [argument] })).toThrow(TypeError);
  });

  it.each<[AdapterClass, boolean]>([
    ['0', false],
    ['A', true],
    ['B', false],
    ['B-', true],
    ['C', true],
  ])('tells what happens when the answer is lost in class %s', (adapterClass, needsPerson) => {
    const { en, zh } = renderDisplay({ ...input, adapterClass }).lostAnswer;
    expect(en.includes('needs a person')).toBe(needsPerson);
    expect(zh.includes('需要人工处理')).toBe(needsPerson);
    expect(isPlainText(en) && isPlainText(zh)).toBe(true);
  });

  it('is pure, and its digest changes with everything that is shown', () => {
    const digest = (changed: DisplayInput) => displayDigest(RENDERER_VERSION, renderDisplay(changed));
    const variants: readonly DisplayInput[] = [
      input,
      { ...input, contractTitle: { ...input.contractTitle, zh: '撤销订单' } },
      { ...input, adapterClass: 'C' },
      { ...input, after: { ...input.after, status: 'VOID' } },
      { ...input, before: { ...input.before, paid: false } },
      withAttributes({ ...input.resource.attributes, amount: '120.01 CNY' }),
      withAttributes({ ...input.resource.attributes, customer: null }),
      withReason('customer asked twice'),
      withReason(12),
      withReason('12'),
    ];
    expect(digest(structuredClone(input))).toBe(digest(input));
    expect(new Set(variants.map(digest)).size).toBe(variants.length);
  });
});
