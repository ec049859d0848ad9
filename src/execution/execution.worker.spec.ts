import { describe, expect, it } from 'vitest';
import type { PlanningService } from '../planning/planning.service.js';
import type { WakeupKind } from '../queue/wakeup.js';
import type { WakeupHandler, WakeupWorker } from '../queue/wakeup.worker.js';
import type { ExecutionService } from './execution.service.js';
import { ExecutionWorker } from './execution.worker.js';

function handlersWhere(outcome: string): Map<WakeupKind, WakeupHandler> {
  const handlers = new Map<WakeupKind, WakeupHandler>();
  const worker = { on: (kind: WakeupKind, handler: WakeupHandler) => void handlers.set(kind, handler) };
  const execution = { execute: async () => outcome };
  const planning = { expire: async () => undefined };
  new ExecutionWorker(
    worker as unknown as WakeupWorker,
    execution as unknown as ExecutionService,
    planning as unknown as PlanningService,
  ).onModuleInit();
  return handlers;
}

describe('a wake-up to execute', () => {
  it.each([
    ['SUCCEEDED', 'arranged'],
    ['TOOL_DISABLED', 'arranged'],
    ['REPLAY', 'done'],
    ['EXPIRED', 'done'],
    ['REAUTHZ_REQUIRED', 'later'],
  ])('that ended as %s is %s', async (outcome, looked) => {
    expect(await handlersWhere(outcome).get('execute')?.('acme', 'p1')).toBe(looked);
  });
});

it('a wake-up at a deadline arranges its own next look', async () => {
  expect(await handlersWhere('').get('expire')?.('acme', 'p1')).toBe('arranged');
});
