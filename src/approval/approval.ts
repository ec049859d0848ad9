/** A row of table `approval` as the claim's verification needs it. Digests are lower-case hex. */
export interface StoredApproval {
  readonly id: string;
  readonly approverId: string;
  readonly approverSub: string;
  readonly approverHuman: string;
  readonly decision: 'APPROVE' | 'REJECT';
  readonly reason: string;
  readonly state: 'VALID' | 'CONSUMED' | 'REVOKED';
  readonly authzEpoch: number;
  readonly statement: string;
  readonly jws: string;
  readonly kid: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** What is stored with a decision; see `record_decision.sql`. */
export interface NewDecision {
  readonly id: string;
  readonly approverId: string;
  readonly approverHuman: string;
  readonly decision: 'APPROVE' | 'REJECT';
  readonly reason: string;
  readonly epoch: number;
  readonly actionDigest: string;
  readonly displayDigest: string;
  readonly statement: string;
  readonly jws: string;
  readonly kid: string;
  readonly expiresAt: string;
  /** Event body, JCS. */
  readonly event: string;
}
