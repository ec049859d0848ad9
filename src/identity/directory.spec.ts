import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.js';
import { Database } from '../database/database.js';
import { appPool } from '../database/pool.js';
import { newId } from '../shared/ids.js';
import { DirectoryService } from './directory.service.js';
import { DirectoryStore } from './directory.store.js';
import { LOCAL_PEOPLE } from './local-provider/people.js';
import { LocalDirectorySeed } from './local-provider/seed.js';
import { claimedPrincipal, type DirectoryEntry, type Principal } from './principal.js';
import { PrincipalStore } from './principal.store.js';
import { SigningKeyStore } from './signing-key.store.js';

let testing: TestDatabase;
let pool: pg.Pool;
let database: Database;
let principals: PrincipalStore;
let directory: DirectoryService;
let seed: LocalDirectorySeed;

const ISSUER = 'http://127.0.0.1:4310/oidc';

beforeAll(async () => {
  testing = await testDatabase();
  pool = appPool(testing.config(), () => undefined);
  database = new Database(pool);
  principals = new PrincipalStore(database);
  directory = new DirectoryService(new DirectoryStore(database));
  seed = new LocalDirectorySeed(database, principals);
  await seed.run(ISSUER);
});

afterAll(async () => {
  await pool.end();
  await testing.drop();
});

beforeEach(() => testing.query("UPDATE principal SET disabled = false, revoked_roles = '{}'"));

async function entry(sub: string, tenant = 'acme'): Promise<DirectoryEntry> {
  const found = (await directory.list(tenant)).find((somebody) => somebody.sub === sub);
  if (found === undefined) throw new Error(`${sub} is not in the directory`);
  return found;
}

async function as(sub: string, tenant = 'acme'): Promise<Principal> {
  return {
    ...(await entry(sub, tenant)),
    scopes: [],
    actors: [],
    client: 'console',
    tokenExpiresAt: 0,
    channel: 'console',
  };
}

function sync(claims: Record<string, unknown>): Promise<DirectoryEntry | undefined> {
  const base = {
    iss: ISSUER,
    sub: 'erin',
    tenant: 'acme',
    client_id: 'x',
    name: 'Erin Walsh',
    email: 'erin@acme.example',
  };
  const claimed = claimedPrincipal({
    ...base,
    roles: ['employee'],
    business_lines: ['retail'],
    iat: 1,
    exp: 2,
    ...claims,
  });
  if (!claimed.ok) throw new Error(claimed.refusal.message);
  return principals.sync(claimed.value);
}

const inFuture = () => Math.floor(Date.now() / 1_000) + 1_000;

describe('the directory', () => {
  it('lists the people of one tenant only', async () => {
    const acme = await directory.list('acme');
    expect(acme.map(({ sub }) => sub).sort()).toEqual(
      LOCAL_PEOPLE.filter((p) => p.tenant === 'acme')
        .map((p) => p.username)
        .sort(),
    );
    expect(new Set(acme.map(({ tenant }) => tenant))).toEqual(new Set(['acme']));
  });

  it('finds nobody of another tenant, and nothing by what is no id', async () => {
    const gus = await entry('gus', 'globex');
    expect(await directory.find('acme', gus.id)).toBeUndefined();
    expect(await directory.find('globex', gus.id)).toMatchObject({ sub: 'gus' });
    expect(await directory.find('acme', "' OR true --")).toBeUndefined();
    expect(await directory.find('acme', newId())).toBeUndefined();
  });

  it('offers as candidates those who are not disabled, with their effective roles', async () => {
    const petra = await as('petra');
    await directory.disable(petra, (await entry('sam')).id);
    await directory.revokeRole(petra, (await entry('sofia')).id, 'supervisor');
    const candidates = await directory.candidates('acme');
    expect(candidates.map(({ sub }) => sub)).not.toContain('sam');
    expect(candidates.find(({ sub }) => sub === 'sofia')?.roles).toEqual([]);
    expect(candidates.find(({ sub }) => sub === 'wei')?.roles).toEqual(['supervisor']);
  });
});

describe('an administrator', () => {
  it('takes a role away, and a newer token does not give it back', async () => {
    const before = await entry('sofia');
    const changed = await directory.revokeRole(await as('petra'), before.id, 'supervisor');
    expect(changed).toMatchObject({
      ok: true,
      value: { roles: [], claimedRoles: ['supervisor'], epoch: before.epoch + 1 },
    });
    const claims = {
      sub: 'sofia',
      name: 'Sofia Reyes',
      email: 'sofia@acme.example',
      roles: ['supervisor'],
      iat: inFuture(),
    };
    expect(await sync(claims)).toMatchObject({ roles: [], revokedRoles: ['supervisor'] });
  });

  it('gives a role back, disables and enables, each under a higher epoch', async () => {
    const petra = await as('petra');
    const { id, epoch } = await entry('wei');
    await directory.revokeRole(petra, id, 'supervisor');
    expect(await directory.restoreRole(petra, id, 'supervisor')).toMatchObject({
      value: { roles: ['supervisor'], epoch: epoch + 2 },
    });
    expect(await directory.disable(petra, id)).toMatchObject({
      value: { disabled: true, roles: [], epoch: epoch + 3 },
    });
    expect(await directory.enable(petra, id)).toMatchObject({
      value: { disabled: false, roles: ['supervisor'], epoch: epoch + 4 },
    });
  });

  it('changes nothing by asking for what is so already', async () => {
    const petra = await as('petra');
    const { id, epoch } = await entry('wei');
    expect(await directory.enable(petra, id)).toMatchObject({ ok: true, value: { epoch } });
  });

  it('cannot change their own rights, not even through a second account', async () => {
    const admin = await as('sam.admin');
    for (const sub of ['sam.admin', 'sam']) {
      const { id, epoch } = await entry(sub);
      expect(await directory.revokeRole(admin, id, 'supervisor')).toMatchObject({
        ok: false,
        refusal: { code: 'FORBIDDEN' },
      });
      expect(await directory.disable(admin, id)).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } });
      expect(await entry(sub)).toMatchObject({ disabled: false, revokedRoles: [], epoch });
    }
  });

  it('cannot reach another tenant', async () => {
    const { id } = await entry('gus', 'globex');
    expect(await directory.disable(await as('petra'), id)).toMatchObject({ ok: false, refusal: { code: 'NOT_FOUND' } });
    expect(await entry('gus', 'globex')).toMatchObject({ disabled: false });
  });

  it('is told when the principal has no such role', async () => {
    const refused = await directory.revokeRole(await as('petra'), (await entry('wei')).id, 'emperor');
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'INVALID_ARGUMENTS' } });
  });

  it('leaves a record of who changed what', async () => {
    const petra = await as('petra');
    const { id } = await entry('ana');
    await directory.disable(petra, id);
    const [event] = await testing.query<{ canonical: string }>(
      "SELECT canonical FROM audit_event WHERE type = 'principal.disable' ORDER BY id DESC LIMIT 1",
    );
    expect(JSON.parse(event?.canonical ?? '{}')).toMatchObject({
      tenant: 'acme',
      body: { by: { id: petra.id, sub: 'petra', human: 'petra' }, principal: { id, sub: 'ana' } },
    });
  });
});

describe('a verified token', () => {
  it('that changes roles or lines raises the epoch; one that changes only the name does not', async () => {
    const { epoch } = await entry('erin');
    const at = inFuture();
    expect(await sync({ name: 'Erin W.', iat: at })).toMatchObject({ name: 'Erin W.', epoch });
    expect(await sync({ roles: ['employee', 'supervisor'], iat: at + 1 })).toMatchObject({ epoch: epoch + 1 });
    expect(await sync({ roles: ['supervisor', 'employee'], iat: at + 2 })).toMatchObject({ epoch: epoch + 1 });
    expect(await sync({ business_lines: [], roles: ['supervisor', 'employee'], iat: at + 3 })).toMatchObject({
      epoch: epoch + 2,
    });
  });

  it('that is older than the newest one seen does not bring old rights back', async () => {
    const at = inFuture() + 100;
    await sync({ sub: 'temp', roles: ['employee', 'supervisor'], iat: at });
    await sync({ sub: 'temp', roles: ['employee'], iat: at + 1 });
    expect(await sync({ sub: 'temp', roles: ['employee', 'supervisor'], iat: at })).toMatchObject({
      roles: ['employee'],
    });
  });

  it('of an unknown tenant, or with another human than before, is nobody', async () => {
    expect(await sync({ tenant: 'nowhere' })).toBeUndefined();
    expect(await sync({ human: 'sam', iat: inFuture() })).toBeUndefined();
    expect(await entry('erin')).toMatchObject({ human: 'erin' });
  });

  it('makes one row for somebody new, however many arrive at once', async () => {
    const rows = await Promise.all(Array.from({ length: 16 }, () => sync({ sub: 'newcomer', iat: 10 })));
    expect(new Set(rows.map((row) => row?.id)).size).toBe(1);
  });

  it('finds the same subject of another issuer to be somebody else', async () => {
    const other = await sync({ iss: 'https://other.example' });
    expect(other?.id).not.toBe((await entry('erin')).id);
  });
});

describe('seeding', () => {
  it('again keeps what administrators changed, and raises no epoch', async () => {
    const { id } = await entry('hiro', 'globex');
    await directory.revokeRole(await as('paula', 'globex'), id, 'supervisor');
    const before = await directory.list('globex');
    await seed.run(ISSUER);
    expect(await directory.list('globex')).toEqual(before);
  });
});

describe('published signing keys', () => {
  it('are found until revoked, and a revocation is not undone by publishing again', async () => {
    const keys = new SigningKeyStore(database);
    await keys.publish('k1', { kty: 'OKP' });
    expect(await keys.find('k1')).toEqual({ publicJwk: { kty: 'OKP' }, revoked: false });
    await testing.query("UPDATE signing_key SET revoked_at = clock_timestamp() WHERE kid = 'k1'");
    await keys.publish('k1', { kty: 'OKP' });
    expect(await keys.find('k1')).toMatchObject({ revoked: true });
    expect(await keys.find('k2')).toBeUndefined();
  });
});
