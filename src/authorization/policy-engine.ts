import type { Bilingual } from '../canonical/display-template.js';
import type { ToolContract } from '../contracts/tool-contract.js';
import { AbilityCache, rulesOf } from './ability.js';
import { readAttributes, type ResourceAttributes } from './attributes.js';
import { type Authority, bindCondition, conditionText, testCondition } from './condition.js';
import type { PolicyLimits, PolicySet } from './policies/policy-set.js';
import type { RoleRule } from './policies/role-rules.js';

export type { ResourceAttributes } from './attributes.js';
export type { Authority } from './condition.js';

export interface Permission {
  readonly action: string;
  readonly subject: string;
}

/** The rule that allowed it. */
type AllowedBy = Pick<RoleRule, 'role' | 'rule' | 'file' | 'line'>;

/** Why nothing allowed it. `message` is for operators and explanations, not for the caller. */
export interface DeniedBy {
  readonly reason: 'UNKNOWN_SUBJECT' | 'UNKNOWN_ACTION' | 'ATTRIBUTES_REFUSED' | 'NO_RULE';
  readonly message: string;
}

export type Decision =
  | { readonly allowed: true; readonly because: AllowedBy }
  | { readonly allowed: false; readonly because: DeniedBy };

/** What an approval policy says about one resource. */
export type ApprovalDemand =
  | {
      readonly outcome: 'require';
      readonly rule: string;
      readonly required: number;
      /** The action that an approver must be allowed to do with the resource. */
      readonly permission: string;
      readonly why: Bilingual;
    }
  | { readonly outcome: 'deny'; readonly rule: string; readonly why: Bilingual };

/** One rule of the principal's roles that is about this action and subject, and what kept it from allowing. */
interface ConsideredRule extends AllowedBy {
  readonly allows: boolean;
  /** The conditions that do not hold, as they are written. */
  readonly failed: readonly string[];
}

export interface Explanation {
  readonly decision: Decision;
  readonly considered: readonly ConsideredRule[];
  /** Roles of the principal that no policy file names. */
  readonly unknownRoles: readonly string[];
  /** All of it in one line, for people. */
  readonly sentence: string;
}

/** Who may do what, and who must approve it. Built from policy files; immutable; default deny. */
export class PolicyEngine {
  readonly digest: string;
  readonly canonical: string;
  readonly limits: PolicyLimits;
  private readonly abilities: AbilityCache;

  constructor(private readonly policies: PolicySet) {
    this.digest = policies.digest;
    this.canonical = policies.canonical;
    this.limits = policies.limits;
    this.abilities = new AbilityCache(policies.roles);
  }

  /** Whether the tool exists for this principal: some resource could be allowed. The one answer for lists and calls. */
  maySee(who: Authority, contract: Pick<ToolContract, 'permission'>): boolean {
    const { action, subject } = contract.permission;
    return this.abilities.of(who).couldDo(action, subject);
  }

  /** Whether this very resource is allowed. Everything that is not clearly allowed is denied. */
  authorize(who: Authority, permission: Permission, attributes: ResourceAttributes): Decision {
    const fault = this.permissionFault(permission);
    if (fault !== null) return { allowed: false, because: fault };
    const { action, subject } = permission;
    const kinds = this.policies.vocabulary.subjects.get(subject)?.attributes ?? new Map();
    const read = readAttributes(kinds, attributes);
    if (!read.ok) return { allowed: false, because: { reason: 'ATTRIBUTES_REFUSED', message: read.why } };
    const rule = this.abilities.of(who).allowingRule(action, subject, read.attributes);
    if (rule !== undefined) return { allowed: true, because: originOf(rule) };
    const message = `no rule of ${list(who.roles, 'no role')} allows to ${action} this ${subject}`;
    return { allowed: false, because: { reason: 'NO_RULE', message } };
  }

  /**
   * The first rule of the policy that applies. A policy that does not exist, and a rule that asks for an attribute which the
   * resource lacks, deny: skipping such a rule would leave the decision to a laxer one.
   */
  approvalRule(policy: string, attributes: ResourceAttributes): ApprovalDemand {
    const rules = this.policies.approvals.get(policy)?.rules ?? [];
    const read = readAttributes(this.policies.vocabulary.kinds, attributes);
    if (!read.ok) return undecided(policy);
    for (const rule of rules) {
      const verdicts = rule.conditions.map((condition) => {
        const bound = bindCondition(condition, NOBODY);
        return bound === undefined ? 'unknown' : testCondition(bound, read.attributes);
      });
      if (verdicts.includes('unknown')) return undecided(rule.name);
      if (verdicts.includes('no')) continue;
      const { name, why, demand } = rule;
      return demand === 'deny'
        ? { outcome: 'deny', rule: name, why }
        : { outcome: 'require', rule: name, ...demand, why };
    }
    return undecided(policy);
  }

  /** The same decision as `authorize`, with every rule that was considered. */
  explain(who: Authority, permission: Permission, attributes: ResourceAttributes): Explanation {
    const decision = this.authorize(who, permission, attributes);
    const unknownRoles = who.roles.filter((role) => !this.policies.roles.has(role));
    const kinds = this.policies.vocabulary.subjects.get(permission.subject)?.attributes ?? new Map();
    const read = readAttributes(kinds, attributes);
    const relevant = rulesOf(who.roles, this.policies.roles).filter(
      (rule) => rule.subject === permission.subject && rule.actions.includes(permission.action),
    );
    const considered = relevant.map((rule) => consider(rule, who, read.ok ? read.attributes : {}));
    return { decision, considered, unknownRoles, sentence: sentenceFor(decision, considered, unknownRoles) };
  }

  private permissionFault({ action, subject }: Permission): DeniedBy | null {
    const type = this.policies.vocabulary.subjects.get(subject);
    if (type === undefined) return { reason: 'UNKNOWN_SUBJECT', message: `no policy knows the subject ${subject}` };
    if (type.actions.includes(action)) return null;
    return { reason: 'UNKNOWN_ACTION', message: `no policy knows the action ${action} on ${subject}` };
  }
}

/** Approval rules look at the resource only. */
const NOBODY: Authority = { roles: [], businessLines: [], tenant: '' };

function originOf({ role, rule, file, line }: RoleRule): AllowedBy {
  return { role, rule, file, line };
}

function undecided(rule: string): ApprovalDemand {
  return {
    outcome: 'deny',
    rule,
    why: {
      en: 'The approval policy cannot be applied to this object, so nothing may be done to it.',
      zh: '审批策略无法适用于该对象，因此不允许对其执行任何操作。',
    },
  };
}

function consider(rule: RoleRule, who: Authority, attributes: ResourceAttributes): ConsideredRule {
  const failed = rule.conditions.filter((condition) => {
    const bound = bindCondition(condition, who);
    return bound === undefined || testCondition(bound, attributes) !== 'yes';
  });
  return { ...originOf(rule), allows: failed.length === 0, failed: failed.map(conditionText) };
}

function sentenceFor(
  decision: Decision,
  considered: readonly ConsideredRule[],
  unknownRoles: readonly string[],
): string {
  if (decision.allowed) {
    const { role, rule, file, line } = decision.because;
    return `Allowed by rule ${rule} of the role ${role} (${file}:${line}).`;
  }
  const near = considered.map(
    ({ role, file, line, failed }) => `${role} (${file}:${line}) needs ${failed.join(' and ')}`,
  );
  const unknown = unknownRoles.length > 0 ? ` No policy names ${list(unknownRoles, '')}.` : '';
  return `Denied: ${decision.because.message}.${near.length > 0 ? ` Nearest: ${near.join('; ')}.` : ''}${unknown}`;
}

function list(names: readonly string[], none: string): string {
  return names.length === 0 ? none : names.join(', ');
}
