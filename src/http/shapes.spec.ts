import { describe, expect, it } from 'vitest';
import {
  CallBody,
  DecisionBody,
  ListParameters,
  ReasonBody,
  StatusParameters,
  SwitchBody,
  WaitBody,
} from './shapes.js';

const digests = { actionDigest: 'a'.repeat(64), displayDigest: 'b'.repeat(64) };
const decision = { decision: 'APPROVE', reason: 'fine', ...digests };

describe('what requests look like', () => {
  it('a call keeps the very arguments that the strict reader made', () => {
    const args = Object.freeze({ orderId: 'A-1' });
    expect(CallBody.parse({ tool: 't', arguments: args }).arguments).toBe(args);
  });

  it.each([
    { tool: 't', arguments: {}, tenant: 'globex' },
    { tool: 't', arguments: {}, principal: 'sam' },
    { tool: '', arguments: {} },
    { tool: 't'.repeat(201), arguments: {} },
    { tool: 't', arguments: [] },
    { tool: 't', arguments: null },
    { tool: 't', arguments: 'x' },
    { tool: 't' },
    { tool: 't', arguments: {}, run: '' },
    { tool: 't', arguments: {}, run: 'r'.repeat(201) },
  ])('a call is not %o', (body) => {
    expect(CallBody.safeParse(body).success).toBe(false);
  });

  it('a decision trims its reason, and a rejection needs one', () => {
    expect(DecisionBody.parse({ ...decision, reason: ' fine ' }).reason).toBe('fine');
    expect(DecisionBody.parse({ decision: 'APPROVE', ...digests }).reason).toBe('');
    expect(DecisionBody.safeParse({ ...decision, decision: 'REJECT', reason: '  ' }).success).toBe(false);
    expect(DecisionBody.safeParse({ ...decision, decision: 'REJECT' }).success).toBe(true);
  });

  it.each([
    { ...decision, decision: 'MAYBE' },
    { ...decision, actionDigest: 'A'.repeat(64) },
    { ...decision, displayDigest: 'b'.repeat(63) },
    { ...decision, reason: 'r'.repeat(2_001) },
    { ...decision, approver: 'sofia' },
    { decision: 'APPROVE', reason: 'x', actionDigest: digests.actionDigest },
  ])('a decision is not %o', (body) => {
    expect(DecisionBody.safeParse(body).success).toBe(false);
  });

  it('a kill switch says why', () => {
    expect(SwitchBody.safeParse({ disabled: true, reason: '  x ' }).success).toBe(false);
    expect(SwitchBody.safeParse({ disabled: 'true', reason: 'because' }).success).toBe(false);
    expect(SwitchBody.safeParse({ disabled: true, reason: 'because' }).success).toBe(true);
  });

  it('waiting has an end', () => {
    expect(WaitBody.parse({})).toEqual({ waitMs: 0 });
    expect(WaitBody.safeParse({ waitMs: 20_001 }).success).toBe(false);
    expect(StatusParameters.safeParse({ wait: '26' }).success).toBe(false);
    expect(StatusParameters.parse({ wait: '25' })).toEqual({ wait: 25 });
    expect(ReasonBody.safeParse({ reason: 7 }).success).toBe(false);
  });

  it('a list is read in pages of at most a hundred, by known states and views', () => {
    expect(ListParameters.parse({ limit: '100', state: 'PENDING,APPROVED' })).toMatchObject({
      view: 'mine',
      limit: 100,
      state: ['PENDING', 'APPROVED'],
    });
    for (const bad of [
      { limit: '101' },
      { limit: '0' },
      { state: 'DONE' },
      { view: 'theirs' },
      { q: 'q'.repeat(201) },
      { x: '' },
    ])
      expect(ListParameters.safeParse(bad).success).toBe(false);
  });
});
