/** The JSON shapes of the engine's REST API, as this page reads them. Times are RFC 3339 UTC, digests lower-case hex. */

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** A text that the engine gives in both languages of the console. */
export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

export type Risk = 'READ_PUBLIC' | 'READ_PRIVATE' | 'WRITE_LOW' | 'WRITE_HIGH' | 'WRITE_CRITICAL';

export type ActionState =
  | 'PENDING'
  | 'APPROVED'
  | 'EXECUTING'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'OUTCOME_UNKNOWN'
  | 'REJECTED'
  | 'CANCELLED'
  | 'SUPERSEDED'
  | 'INVALIDATED'
  | 'EXPIRED';

export type CannotDecide = 'SELF' | 'NOT_ELIGIBLE' | 'ALREADY_DECIDED' | 'NOT_PENDING' | 'DECIDE_BY_PASSED';

/** One row of a list. */
export interface ActionSummary {
  readonly id: string;
  readonly tool: string;
  readonly title: Bilingual;
  readonly risk: Risk;
  readonly state: ActionState;
  /** The effect in one sentence, escaped for plain text by the engine. */
  readonly summary: Bilingual;
  readonly resource: { readonly type: string; readonly id: string; readonly label: string };
  readonly requester: { readonly name: string; readonly sub: string };
  /** The agents that act for the requester, nearest first; empty when the person asked without one. */
  readonly actors: readonly string[];
  readonly required: number;
  readonly approvals: number;
  readonly createdAt: string;
  readonly decideBy: string;
  readonly executeBy: string;
  readonly closedAt?: string;
  readonly shortCode: string;
  readonly canDecide: boolean;
  readonly cannotDecideReason?: CannotDecide;
}

/** A piece of signed text: characters as they are, or one that would hide, shown by its number and name. */
export type TextSegment =
  | { readonly kind: 'text'; readonly text: string; readonly trusted?: true }
  | { readonly kind: 'escape'; readonly codePoint: string; readonly name: string };

export type TextFlag = 'mixed-script' | 'invisible' | 'combining-flood';

export interface DisplayArgument {
  readonly name: string;
  readonly label: Bilingual;
  readonly value: readonly TextSegment[];
  readonly raw: string;
  /** Text that the agent wrote: shown in a box of its own. */
  readonly untrusted: boolean;
  readonly flags: readonly TextFlag[];
}

export interface DisplayChange {
  readonly attribute: string;
  readonly label: Bilingual;
  readonly before: readonly TextSegment[];
  readonly after: readonly TextSegment[];
}

/** What was rendered by the engine and, through its digest, is signed. This page adds and removes nothing. */
export interface Display {
  readonly renderer: string;
  readonly title: Bilingual;
  readonly effect: { readonly en: readonly TextSegment[]; readonly zh: readonly TextSegment[] };
  readonly fields: readonly {
    readonly label: Bilingual;
    readonly value: readonly TextSegment[];
    readonly flags: readonly TextFlag[];
  }[];
  readonly arguments: readonly DisplayArgument[];
  readonly diff: readonly DisplayChange[];
  readonly consequence: { readonly en: readonly TextSegment[]; readonly zh: readonly TextSegment[] };
  readonly lostAnswer: Bilingual;
}

export interface DecisionView {
  readonly approver: { readonly name: string };
  readonly decision: 'APPROVE' | 'REJECT';
  readonly state: 'VALID' | 'CONSUMED' | 'REVOKED';
  /** False when it no longer counts: withdrawn, or the approver's rights changed since. */
  readonly counts: boolean;
  readonly reason: string;
  readonly at: string;
  readonly mine: boolean;
}

export interface ExecutionView {
  readonly id: string;
  readonly state: 'DISPATCHED' | 'SUCCEEDED' | 'FAILED' | 'UNKNOWN' | 'MANUAL';
  readonly operationId: string;
  readonly startedAt: string;
  readonly finishedAt?: string;
  readonly result?: JsonObject;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface TimelineEntry {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly actor?: { readonly name: string };
  readonly data: JsonObject;
  readonly hash: string;
}

export type AdapterClass = '0' | 'A' | 'B' | 'B-' | 'C';

/** Everything about one action that its requester, its possible approvers and auditors may read. */
export interface ActionView extends ActionSummary {
  readonly actionDigest: string;
  readonly displayDigest: string;
  readonly toolDigest: string;
  readonly policyDigest: string;
  readonly operationId: string;
  readonly display: Display;
  readonly arguments: JsonObject;
  readonly rule: { readonly policy: string; readonly rule: string; readonly why: Bilingual };
  readonly adapterClass: AdapterClass;
  readonly mode: 'automatic' | 'on_request';
  readonly run: string | null;
  readonly nonce: string;
  readonly resourceVersion: string;
  readonly snapshotAt: string;
  readonly stateReason?: string;
  readonly decisions: readonly DecisionView[];
  readonly eligible: readonly { readonly name: string }[];
  readonly excluded: readonly { readonly name: string; readonly why: 'SELF' | 'DECIDED' }[];
  readonly execution?: ExecutionView;
  readonly timeline: readonly TimelineEntry[];
  readonly chainVerified: boolean;
  readonly similar: readonly ActionSummary[];
  readonly approvalUrl: string;
  readonly reasonRequired: boolean;
  readonly canRevoke: boolean;
  readonly canCancel: boolean;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

export interface Me {
  readonly principal: {
    readonly id: string;
    readonly name: string;
    readonly sub: string;
    readonly tenant: string;
    readonly tenantName: string;
    readonly roles: readonly string[];
    readonly businessLines: readonly string[];
  };
  readonly csrfToken?: string;
  readonly permissions: { readonly approve: boolean; readonly audit: boolean; readonly administer: boolean };
}

export type View = 'inbox' | 'decided' | 'mine' | 'all';

export interface Counts {
  readonly inbox: number;
  readonly mine: number;
}

/** The switch of one tool, or of all tools of the tenant (`*`). */
export interface ToolSwitch {
  readonly tool: string;
  readonly title?: Bilingual;
  readonly risk?: Risk;
  readonly disabled: boolean;
  readonly reason?: string;
  readonly changedBy?: { readonly name: string };
  readonly changedAt?: string;
}

export interface DirectoryEntry {
  readonly id: string;
  readonly name: string;
  readonly sub: string;
  readonly email?: string;
  readonly roles: readonly string[];
  readonly revokedRoles: readonly string[];
  readonly businessLines: readonly string[];
  readonly disabled: boolean;
}

export type RightsChange =
  | { readonly kind: 'revoke-role'; readonly role: string }
  | { readonly kind: 'restore-role'; readonly role: string }
  | { readonly kind: 'disable' }
  | { readonly kind: 'enable' };

/** RFC 9457 problem details with the engine's code. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly code: string;
  readonly retryable?: boolean;
  readonly instance?: string;
  readonly traceId?: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
  readonly details?: JsonObject;
}
