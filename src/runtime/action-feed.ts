import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { maySeePlan } from '../approval/eligibility.js';
import { PolicyEngine } from '../authorization/policy-engine.js';
import { type PlanChange, PlanChanges } from '../database/changes.js';
import { DirectoryService } from '../identity/directory.service.js';
import type { Principal } from '../identity/principal.js';
import { PlanningService } from '../planning/planning.service.js';
import { ok, type Result, refuse } from '../shared/errors.js';

/** Hears of an action that changed, or `undefined` when changes may have been missed and everything should be read again. */
export type HearAction = (id: string | undefined) => void;

/** Streams of one principal in this process: more than anybody has screens, fewer than would starve the others. */
const MAX_STREAMS = 20;

interface Listener {
  readonly viewer: Principal;
  readonly hear: HearAction;
}

/** Live changes for many screens: each change is read once in this process and told only to those who may see that action. */
@Injectable()
export class ActionFeed implements OnModuleInit, OnModuleDestroy {
  private readonly listeners = new Map<string, Set<Listener>>();
  private leave: (() => void) | undefined;

  constructor(
    private readonly changes: PlanChanges,
    private readonly plans: PlanningService,
    private readonly policy: PolicyEngine,
    private readonly directory: DirectoryService,
  ) {}

  onModuleInit(): void {
    this.leave = this.changes.subscribe((change) => void this.tell(change));
  }

  onModuleDestroy(): void {
    this.leave?.();
  }

  /** Returns how to stop listening. Refuses when this principal listens on too many screens already. */
  listen(viewer: Principal, hear: HearAction): Result<() => void> {
    if (this.countOf(viewer) >= MAX_STREAMS) {
      return refuse('RATE_LIMITED', 'You listen on too many screens at once. Close some.', { retryAfterMs: 30_000 });
    }
    const listener = { viewer, hear };
    const ofTenant = this.listeners.get(viewer.tenant) ?? new Set();
    this.listeners.set(viewer.tenant, ofTenant.add(listener));
    return ok(() => {
      ofTenant.delete(listener);
      if (ofTenant.size === 0 && this.listeners.get(viewer.tenant) === ofTenant) this.listeners.delete(viewer.tenant);
    });
  }

  private countOf({ tenant, id }: Principal): number {
    return [...(this.listeners.get(tenant) ?? [])].filter(({ viewer }) => viewer.id === id).length;
  }

  private async tell(change: PlanChange | undefined): Promise<void> {
    if (change === undefined) {
      for (const ofTenant of this.listeners.values()) for (const { hear } of ofTenant) hear(undefined);
      return;
    }
    const ofTenant = this.listeners.get(change.tenant);
    if (ofTenant === undefined) return;
    try {
      const plan = await this.plans.find(change.tenant, change.plan);
      if (plan === undefined) return;
      // Rights as they are now: a stream lives longer than what its viewer could see when it began.
      const entries = await this.directory.findAll(change.tenant, [...new Set([...ofTenant].map((l) => l.viewer.id))]);
      const now = new Map(entries.filter(({ disabled }) => !disabled).map((entry) => [entry.id, entry]));
      for (const { viewer, hear } of ofTenant) {
        const entry = now.get(viewer.id);
        if (entry !== undefined && maySeePlan(this.policy, { ...viewer, ...entry }, plan)) hear(change.plan);
      }
    } catch {
      // The database is away: the screens read again when it is back.
      for (const { hear } of ofTenant) hear(undefined);
    }
  }
}
