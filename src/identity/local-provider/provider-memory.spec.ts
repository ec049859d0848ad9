import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProviderMemory } from './provider-memory.js';
import { RegisteredClients } from './registered-clients.js';

afterEach(() => vi.useRealTimers());

describe('the memory of the embedded provider', () => {
  it('forgets what has expired', async () => {
    const memory = new ProviderMemory();
    await memory.upsert('a', { uid: 'u' }, 60);
    expect(await memory.find('a')).toEqual({ uid: 'u' });
    expect(await memory.findByUid('u')).toEqual({ uid: 'u' });
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
    expect(await memory.find('a')).toBeUndefined();
    expect(await memory.findByUid('u')).toBeUndefined();
  });

  it('marks what was used, so that a code works once', async () => {
    const memory = new ProviderMemory();
    await memory.upsert('code', { grantId: 'g' }, 60);
    await memory.consume('code');
    expect(await memory.find('code')).toMatchObject({ consumed: expect.any(Number) });
  });

  it('forgets everything of a revoked grant, and nothing else', async () => {
    const memory = new ProviderMemory();
    await memory.upsert('a', { grantId: 'g' }, 60);
    await memory.upsert('b', { grantId: 'h' }, 60);
    await memory.revokeByGrantId('g');
    expect([await memory.find('a'), await memory.find('b')]).toEqual([undefined, { grantId: 'h' }]);
  });

  it('does not grow without end: expired things go first, then the oldest', async () => {
    const memory = new ProviderMemory();
    for (let n = 0; n < 5_000; n += 1) await memory.upsert(`k${n}`, {}, n === 1 ? -1 : 60);
    await memory.upsert('one more', {}, 60);
    expect(await memory.find('k0')).toBeDefined();
    await memory.upsert('another', {}, 60);
    expect(await memory.find('k0')).toBeUndefined();
    expect(await memory.find('another')).toBeDefined();
  });
});

describe('registered clients', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'countersign-clients-'));
    file = path.join(folder, 'new', 'clients.json');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('outlive a restart, readable by their owner only', async () => {
    await new RegisteredClients(file).upsert('host', { client_id: 'host' });
    expect(await new RegisteredClients(file).find('host')).toEqual({ client_id: 'host' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('go when they are removed', async () => {
    const clients = new RegisteredClients(file);
    await clients.upsert('host', { client_id: 'host' });
    await clients.destroy('host');
    expect(await new RegisteredClients(file).find('host')).toBeUndefined();
  });

  it('are at most 200; the oldest goes first', async () => {
    const clients = new RegisteredClients(file);
    for (let n = 0; n <= 200; n += 1) await clients.upsert(`c${n}`, {});
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toHaveLength(200);
    expect([await clients.find('c0'), await clients.find('c200')]).toEqual([undefined, {}]);
  });

  it('begin anew when the file is damaged', async () => {
    await new RegisteredClients(file).upsert('host', {});
    writeFileSync(file, '{"host":');
    expect(await new RegisteredClients(file).find('host')).toBeUndefined();
  });
});
