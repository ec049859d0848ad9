/** What a person makes of a request. */
export type Verdict = 'APPROVE' | 'REJECT';
