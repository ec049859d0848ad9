import { DirectoryService } from '../../src/identity/directory.service.js';
import { type DirectoryEntry, type Principal, principalOf as joined } from '../../src/identity/principal.js';
import type { Engine } from './engine.js';

/** A principal as a verified token would make it, from the directory as it is now: for tests that race below the transports. */
export async function principalOf(engine: Engine, tenant: string, sub: string): Promise<Principal> {
  const entries = await engine.app.get(DirectoryService).list(tenant);
  const entry = entries.find((one) => one.sub === sub);
  if (entry === undefined) throw new Error(`nobody is called ${sub}`);
  return inTheConsole(entry);
}

function inTheConsole(entry: DirectoryEntry): Principal {
  return joined(entry, {
    scopes: ['orders:read', 'orders:cancel', 'approvals:decide'],
    actors: [],
    client: 'test',
    tokenExpiresAt: Math.floor(Date.now() / 1000) + 3600,
    channel: 'console',
  });
}

/** Adds employees of a business line to a tenant, without anybody having to log in. */
export async function addEmployees(
  engine: Engine,
  tenant: string,
  subs: readonly string[],
  line = 'retail',
): Promise<void> {
  await engine.database.query(
    `INSERT INTO principal (tenant, id, issuer, sub, human, name, roles, business_lines)
     SELECT $1, new_id(), $2, s, s, s, '{employee}', ARRAY[$3] FROM unnest($4::text[]) AS s`,
    [tenant, `${engine.url}/oidc`, line, subs],
  );
}

/** Adds small paid retail orders with these ids. */
export async function addOrders(
  engine: Engine,
  tenant: string,
  ids: readonly string[],
  amount = '120.00',
): Promise<void> {
  await engine.database.query(
    `INSERT INTO customer_order (tenant, id, business_line, region, customer, customer_email, customer_phone, items, amount,
                                 currency, state, placed_at)
     SELECT $1, i, 'retail', 'EU', 'Race Ltd', 'race@customer.example', '+49 30 1234567', '[]', $3::numeric, 'EUR', 'PAID',
            clock_timestamp() FROM unnest($2::text[]) AS i`,
    [tenant, ids, amount],
  );
}
