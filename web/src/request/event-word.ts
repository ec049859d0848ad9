import type { TFunction } from 'i18next';

/** The events that the catalogue has words for. */
const EVENT_TYPES = [
  'plan.created',
  'plan.rejected',
  'plan.cancelled',
  'plan.superseded',
  'plan.invalidated',
  'plan.expired',
  'decision.approved',
  'decision.rejected',
  'decision.revoked',
  'execution.requested',
  'execution.claimed',
  'execution.succeeded',
  'execution.failed',
  'execution.denied',
  'execution.unknown',
  'execution.manual',
] as const;

/** An event in words; one that this page does not know yet keeps its own name. */
export function eventWord(type: string, t: TFunction): string {
  const known = EVENT_TYPES.find((candidate): candidate is (typeof EVENT_TYPES)[number] => candidate === type);
  return known === undefined ? type : t(`event.${known}`);
}

/** The tone of an event's dot: the state that it leads to. */
export function eventTone(type: string): string {
  const tones: Readonly<Record<string, string>> = {
    'plan.created': 'brand',
    'plan.rejected': 'rejected',
    'plan.cancelled': 'cancelled',
    'plan.superseded': 'superseded',
    'plan.invalidated': 'invalidated',
    'plan.expired': 'expired',
    'decision.approved': 'succeeded',
    'decision.rejected': 'rejected',
    'decision.revoked': 'cancelled',
    'execution.succeeded': 'succeeded',
    'execution.failed': 'failed',
    'execution.denied': 'failed',
    'execution.unknown': 'unknown',
    'execution.manual': 'unknown',
  };
  return tones[type] ?? 'executing';
}
