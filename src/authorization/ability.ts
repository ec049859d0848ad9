import { Ability, type AbilityTuple, type RawRuleOf, subject } from '@casl/ability';
import type { ResourceAttributes } from './attributes.js';
import { type Authority, type BoundCondition, bindCondition, testCondition } from './condition.js';
import type { RoleRule } from './policies/role-rules.js';

type Rights = Ability<AbilityTuple, readonly BoundCondition[]>;

/** No rule can have these names, so that none means "everything". */
const NOTHING = '\u0000';

/** What one principal may do: CASL rules, each of which remembers the line of the policy file that it came from. */
export class PrincipalAbility {
  private readonly rights: Rights;
  private readonly origins = new Map<object, RoleRule>();

  constructor(rules: readonly RoleRule[], who: Authority) {
    const raw = rules.flatMap((rule) => this.rawRule(rule, who));
    // CASL asks the last rule first; people read the first one first.
    this.rights = new Ability<AbilityTuple, readonly BoundCondition[]>(raw.reverse(), {
      conditionsMatcher: (conditions) => (object) =>
        conditions.every((condition) => testCondition(condition, object as ResourceAttributes) === 'yes'),
      anyAction: NOTHING,
      anySubjectType: NOTHING,
    });
  }

  /** True when some resource of this type could be allowed. Rules that cannot match for this principal are not there. */
  couldDo(action: string, subjectType: string): boolean {
    // CASL ignores conditions for a bare type name: right for this question, and a hole for every other.
    return this.rights.can(action, subjectType);
  }

  /** The rule that allows it on this resource. `attributes` come fresh from `readAttributes`. */
  allowingRule(action: string, subjectType: string, attributes: ResourceAttributes): RoleRule | undefined {
    const rule = this.rights.relevantRuleFor(action, subject(subjectType, attributes as Record<string, unknown>));
    return rule === null || rule.inverted ? undefined : this.origins.get(rule.origin);
  }

  private rawRule(rule: RoleRule, who: Authority): RawRuleOf<Rights>[] {
    const conditions: BoundCondition[] = [];
    for (const condition of rule.conditions) {
      const bound = bindCondition(condition, who);
      if (bound === undefined) return [];
      conditions.push(bound);
    }
    const raw = { action: [...rule.actions], subject: rule.subject, ...(conditions.length > 0 ? { conditions } : {}) };
    this.origins.set(raw, rule);
    return [raw];
  }
}

/** Abilities of the principals seen last. Building one costs several times as much as asking it. */
export class AbilityCache {
  private readonly abilities = new Map<string, PrincipalAbility>();

  constructor(
    private readonly roles: ReadonlyMap<string, readonly RoleRule[]>,
    private readonly capacity = 2_000,
  ) {}

  get size(): number {
    return this.abilities.size;
  }

  /**
   * Keyed by everything that the ability is built from, the policies being those of this cache; so a principal whose rights
   * changed (a new epoch) has another key, and no stale entry can answer.
   */
  of(who: Authority): PrincipalAbility {
    const key = JSON.stringify([who.tenant, who.roles, who.businessLines]);
    const known = this.abilities.get(key);
    const ability = known ?? new PrincipalAbility(rulesOf(who.roles, this.roles), who);
    // Last used, last out: a Map keeps the order of insertion.
    if (known !== undefined) this.abilities.delete(key);
    else if (this.abilities.size >= this.capacity) this.forgetOldest();
    this.abilities.set(key, ability);
    return ability;
  }

  private forgetOldest(): void {
    const [oldest] = this.abilities.keys();
    if (oldest !== undefined) this.abilities.delete(oldest);
  }
}

/** The rules of all roles that exist; a role that no file names gives nothing. */
export function rulesOf(roles: readonly string[], known: ReadonlyMap<string, readonly RoleRule[]>): RoleRule[] {
  return [...new Set(roles)].flatMap((role) => known.get(role) ?? []);
}
