export type WakeupKind = 'execute' | 'expire';

/** "Look at this plan": all that a queue job carries. */
export interface Wakeup {
  readonly tenant: string;
  readonly plan: string;
  readonly kind: WakeupKind;
}
