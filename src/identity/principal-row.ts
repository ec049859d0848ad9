import { type DirectoryEntry, effectiveRoles } from './principal.js';

/** A row of table `principal` as `pg` hands it over: bigint arrives as text. */
export interface PrincipalRow {
  readonly tenant: string;
  readonly id: string;
  readonly issuer: string;
  readonly sub: string;
  readonly human: string;
  readonly name: string;
  readonly email: string | null;
  readonly roles: string[];
  readonly business_lines: string[];
  readonly revoked_roles: string[];
  readonly disabled: boolean;
  readonly authz_epoch: string;
}

/** The columns that `PrincipalRow` names, for a table called `p`. */
export const PRINCIPAL_COLUMNS =
  'p.tenant, p.id, p.issuer, p.sub, p.human, p.name, p.email, p.roles, p.business_lines, p.revoked_roles, p.disabled, p.authz_epoch';

export function entryOf(row: PrincipalRow): DirectoryEntry {
  const rights = { claimedRoles: row.roles, revokedRoles: row.revoked_roles, disabled: row.disabled };
  return {
    id: row.id,
    tenant: row.tenant,
    issuer: row.issuer,
    sub: row.sub,
    human: row.human,
    name: row.name,
    email: row.email,
    roles: effectiveRoles(rights),
    ...rights,
    businessLines: row.business_lines,
    epoch: Number(row.authz_epoch),
  };
}
