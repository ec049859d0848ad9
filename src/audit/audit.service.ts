import { Injectable } from '@nestjs/common';
import { jcs } from '../canonical/jcs.js';
import type { JsonObject } from '../canonical/json-value.js';
import { AuditStore, type EventToRecord } from './audit.store.js';

interface Batch {
  readonly events: EventToRecord[];
  readonly done: Promise<void>;
}

const MAX_BATCH = 200;

/**
 * Records events that belong to no plan: reads, and denials before a plan exists. Calls that come together share one commit;
 * each resolves only when its event is durable, so an answer is never given before its trail is.
 */
@Injectable()
export class AuditService {
  private readonly open = new Map<string, Batch>();
  private readonly writing = new Map<string, Promise<void>>();

  constructor(private readonly store: AuditStore) {}

  record(tenant: string, type: string, body: JsonObject): Promise<void> {
    const event = { type, body: jcs(body) };
    const batch = this.open.get(tenant);
    if (batch && batch.events.length < MAX_BATCH) {
      batch.events.push(event);
      return batch.done;
    }
    const events = [event];
    const done = this.write(tenant, events);
    this.open.set(tenant, { events, done });
    return done;
  }

  /** Waits for the write before it, so that a batch gathers while the last one commits, and no longer than that. */
  private async write(tenant: string, events: EventToRecord[]): Promise<void> {
    await this.writing.get(tenant);
    await Promise.resolve();
    if (this.open.get(tenant)?.events === events) this.open.delete(tenant);
    const written = this.store.record(tenant, events);
    const settled = written.catch(() => undefined);
    this.writing.set(tenant, settled);
    void settled.then(() => {
      if (this.writing.get(tenant) === settled) this.writing.delete(tenant);
    });
    return written;
  }
}
