import { Injectable } from '@nestjs/common';
import type { LocalHandler } from './adapter.js';

/** The handlers of the `local` protocol by the name under which a contract asks for them. Modules add theirs as they start. */
@Injectable()
export class LocalHandlers {
  private readonly byName = new Map<string, LocalHandler>();

  add(handler: LocalHandler): void {
    if (this.byName.has(handler.name)) throw new Error(`two local handlers are called ${handler.name}`);
    this.byName.set(handler.name, handler);
  }

  find(name: string): LocalHandler | undefined {
    return this.byName.get(name);
  }
}
