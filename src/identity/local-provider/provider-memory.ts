import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Kept {
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
}

const MAX_KEPT = 5_000;

/**
 * What the embedded provider remembers of one kind of thing, in memory: after a restart people log in again. Bounded, since
 * anybody on this machine may start a login; the oldest goes first.
 */
export class ProviderMemory implements Adapter {
  private readonly kept = new Map<string, Kept>();

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    this.kept.delete(id);
    if (this.kept.size >= MAX_KEPT) this.makeRoom();
    this.kept.set(id, { payload, expiresAt: expiresIn === undefined ? Infinity : Date.now() + expiresIn * 1_000 });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = this.kept.get(id);
    return found && found.expiresAt > Date.now() ? found.payload : undefined;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.findBy((payload) => payload.uid === uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.findBy((payload) => payload.userCode === userCode);
  }

  async consume(id: string): Promise<void> {
    const found = this.kept.get(id);
    if (found) this.kept.set(id, { ...found, payload: { ...found.payload, consumed: Math.floor(Date.now() / 1_000) } });
  }

  async destroy(id: string): Promise<void> {
    this.kept.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.kept) {
      if (payload.grantId === grantId) this.kept.delete(id);
    }
  }

  private findBy(matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    const now = Date.now();
    return [...this.kept.values()].find(({ payload, expiresAt }) => expiresAt > now && matches(payload))?.payload;
  }

  private makeRoom(): void {
    const now = Date.now();
    for (const [id, { expiresAt }] of this.kept) {
      if (expiresAt <= now) this.kept.delete(id);
    }
    for (const id of this.kept.keys()) {
      if (this.kept.size < MAX_KEPT) return;
      this.kept.delete(id);
    }
  }
}
