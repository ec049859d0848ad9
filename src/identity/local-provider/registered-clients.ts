import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { z } from 'zod';

const MAX_CLIENTS = 200;

const Stored = z.record(z.string(), z.record(z.string(), z.unknown()));

/**
 * The clients that registered themselves (RFC 7591), kept in a file: an MCP host remembers its client id for ever and could
 * not log in again if a restart forgot it. Bounded; the oldest registration goes first.
 */
export class RegisteredClients implements Adapter {
  private readonly clients: Map<string, AdapterPayload>;

  constructor(private readonly file: string) {
    this.clients = new Map(Object.entries(readStored(file)));
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.clients.set(id, payload);
    for (const oldest of this.clients.keys()) {
      if (this.clients.size <= MAX_CLIENTS) break;
      this.clients.delete(oldest);
    }
    this.write();
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.clients.get(id);
  }

  async destroy(id: string): Promise<void> {
    if (this.clients.delete(id)) this.write();
  }

  // A client has neither a session, nor a code, nor a grant of its own.
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
  async consume(): Promise<void> {}
  async revokeByGrantId(): Promise<void> {}

  /** Replaced as a whole, so that a crash leaves the old file or the new one. */
  private write(): void {
    mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    writeFileSync(`${this.file}.new`, JSON.stringify(Object.fromEntries(this.clients)), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}

/** A file that is missing or damaged counts as empty: hosts register again. */
function readStored(file: string): Record<string, AdapterPayload> {
  try {
    return Stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}
