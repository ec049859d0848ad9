import { Injectable } from '@nestjs/common';
import { jcs } from '../canonical/jcs.js';
import { ok, type Result, refuse } from '../shared/errors.js';
import { isUuid } from '../shared/ids.js';
import { DirectoryStore, type RightsChange } from './directory.store.js';
import type { DirectoryEntry, Principal } from './principal.js';

/**
 * The people and agents of a tenant. Whether the caller may look or change anything here is decided by policy before it is
 * called; that nobody changes their own rights is decided here, in the database, on the human.
 */
@Injectable()
export class DirectoryService {
  constructor(private readonly store: DirectoryStore) {}

  list(tenant: string): Promise<DirectoryEntry[]> {
    return this.store.list(tenant);
  }

  /** The display name of a tenant that exists: it comes from a principal, never from an argument. */
  tenantName(tenant: string): Promise<string> {
    return this.store.tenantName(tenant);
  }

  /** Everybody who could be asked to decide: not disabled, with effective roles. Policies choose among them. */
  candidates(tenant: string): Promise<DirectoryEntry[]> {
    return this.store.enabled(tenant);
  }

  /** One principal as it is now, or undefined; a text that is no UUID is never found. */
  async find(tenant: string, id: string): Promise<DirectoryEntry | undefined> {
    return isUuid(id) ? this.store.find(tenant, id) : undefined;
  }

  /** Those of these principals that exist, as they are now; disabled ones too, without roles. */
  findAll(tenant: string, ids: readonly string[]): Promise<DirectoryEntry[]> {
    return this.store.findAll(tenant, ids);
  }

  revokeRole(by: Principal, id: string, role: string): Promise<Result<DirectoryEntry>> {
    return this.change(by, id, 'revoke-role', role);
  }

  restoreRole(by: Principal, id: string, role: string): Promise<Result<DirectoryEntry>> {
    return this.change(by, id, 'restore-role', role);
  }

  disable(by: Principal, id: string): Promise<Result<DirectoryEntry>> {
    return this.change(by, id, 'disable', null);
  }

  enable(by: Principal, id: string): Promise<Result<DirectoryEntry>> {
    return this.change(by, id, 'enable', null);
  }

  /** Raises the epoch, so that approvals given before no longer count. A change that changes nothing is not recorded. */
  private async change(
    by: Principal,
    id: string,
    change: RightsChange,
    role: string | null,
  ): Promise<Result<DirectoryEntry>> {
    const target = await this.find(by.tenant, id);
    if (target === undefined) return refuse('NOT_FOUND', 'There is no such principal.');
    // A role that the principal neither has nor lost is a slip of the pen; recording it would revoke it for the future.
    if (role !== null && !target.claimedRoles.includes(role) && !target.revokedRoles.includes(role)) {
      return refuse('INVALID_ARGUMENTS', 'The principal does not have this role.', { role });
    }
    const body = jcs({
      by: { id: by.id, sub: by.sub, human: by.human },
      principal: { id: target.id, sub: target.sub, human: target.human },
      ...(role === null ? {} : { role }),
    });
    const outcome = await this.store.change(by.tenant, { principal: id, by: by.id, change, role, body });
    if (outcome === 'SELF') return refuse('FORBIDDEN', 'Nobody changes their own rights.');
    const after = await this.find(by.tenant, id);
    return after === undefined ? refuse('NOT_FOUND', 'There is no such principal.') : ok(after);
  }
}
