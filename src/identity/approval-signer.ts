import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ApprovalStatement, statementText } from '../canonical/approval-statement.js';
import { jcs } from '../canonical/jcs.js';
import { readStrictJson } from '../canonical/json-reader.js';
import type { JsonValue } from '../canonical/json-value.js';
import { ok, type Result, refuse } from '../shared/errors.js';
import { StartupProblem } from '../shared/startup-problem.js';
import { readCompact, signatureHolds, signCompact } from './compact-jws.js';
import { SigningKey } from './signing-key.js';
import { SigningKeyStore } from './signing-key.store.js';

/** What the caller knows on its own about the approval, and the statement must say too. */
export type ExpectedApproval = Pick<ApprovalStatement, 'tenant' | 'plan' | 'actionDigest' | 'displayDigest'> &
  Partial<ApprovalStatement>;

/** Signs what a human decided, and proves later that the stored bytes are what was signed. */
@Injectable()
export class ApprovalSigner implements OnModuleInit {
  constructor(
    private readonly key: SigningKey,
    private readonly keys: SigningKeyStore,
  ) {}

  /** Publishes the public half. Throws `StartupProblem` when this very key was revoked: nothing that it signs would count. */
  async onModuleInit(): Promise<void> {
    await this.keys.publish(this.key.kid, this.key.publicJwk);
    if ((await this.keys.find(this.key.kid))?.revoked) {
      throw new StartupProblem([`The signing key ${this.key.kid} was revoked. Put a new one into SIGNING_KEY_FILE.`]);
    }
  }

  /** The name of the key that `sign` uses; a statement must carry it. */
  get kid(): string {
    return this.key.kid;
  }

  /** A compact JWS over the canonical statement. Throws TypeError for a malformed statement, or one that names another key. */
  async sign(statement: ApprovalStatement): Promise<string> {
    if (statement.kid !== this.kid) throw new TypeError('the statement names another key');
    return signCompact(statementText(statement), this.kid, this.key.privateKey);
  }

  /**
   * The statement of a stored JWS, when it is in canonical form, signed by a known key that was not revoked, and says what is
   * expected. Refuses with POLICY_DENIED otherwise. Does not look at the clock: whether `exp` has passed is decided by the
   * database, in whose time all deadlines are.
   */
  async verify(jws: string, expected: ExpectedApproval): Promise<Result<ApprovalStatement>> {
    const parts = readCompact(jws);
    if (parts === undefined) return refuseApproval('malformed');
    const key = await this.keys.find(parts.kid);
    if (key === undefined) return refuseApproval('unknown key');
    if (key.revoked) return refuseApproval('revoked key');
    if (!signatureHolds(parts, key.publicJwk)) return refuseApproval('signature');
    const statement = readStatement(parts.payload);
    if (statement === undefined || statement.kid !== parts.kid) return refuseApproval('statement');
    const other = Object.entries(expected).find(
      ([member, value]) => !same(statement[member as keyof ApprovalStatement], value),
    );
    return other === undefined ? ok(statement) : refuseApproval(other[0]);
  }
}

function refuseApproval(fault: string): Result<never> {
  return refuse('POLICY_DENIED', 'An approval on this plan does not verify.', { fault });
}

/** Reads the payload and writes it again: bytes that are not their own canonical form were not written by `sign`. */
function readStatement(payload: Buffer): ApprovalStatement | undefined {
  const read = readStrictJson(payload);
  if (!read.ok) return undefined;
  try {
    const statement = read.value as unknown as ApprovalStatement;
    return statementText(statement) === payload.toString() ? statement : undefined;
  } catch {
    return undefined;
  }
}

function same(said: JsonValue | undefined, expected: JsonValue | undefined): boolean {
  return said !== undefined && expected !== undefined && jcs(said) === jcs(expected);
}
