import type { ContractRegistry } from '../contracts/contract-registry.js';
import type { PublishedContract } from '../contracts/published-contract.js';
import type { SourceProblem } from '../contracts/source/source-problem.js';
import { isWrite } from '../contracts/tool-contract.js';
import type { PolicySet } from './policies/policy-set.js';
import type { SubjectType } from './policies/vocabulary.js';

/**
 * What contracts and policies must agree on: a contract that names what no policy knows could never be called, and an approval
 * rule that asks for what the resource lacks would deny everything. Found at boot, not at the first call.
 */
export function fitProblems(contracts: ContractRegistry, policies: PolicySet): SourceProblem[] {
  return contracts.all().flatMap((contract) => {
    const { action, subject } = contract.contract.permission;
    const type = policies.vocabulary.subjects.get(subject);
    if (type === undefined) {
      return [
        at(contract, ['permission', 'subject'], 'subject-unknown', `"${subject}" is no subject of subjects.yaml.`),
      ];
    }
    return [...actionProblems(contract, action, type), ...policyProblems(contract, type, policies)];
  });
}

function actionProblems(contract: PublishedContract, action: string, type: SubjectType): SourceProblem[] {
  const { subject } = contract.contract.permission;
  const problems: SourceProblem[] = [];
  if (!type.actions.includes(action)) {
    const message = `"${action}" cannot be done with ${subject}: subjects.yaml lists ${type.actions.join(', ')}.`;
    problems.push(at(contract, ['permission', 'action'], 'action-unknown', message));
  }
  // Whoever may not read an object is told that it does not exist, so nothing could be asked for.
  if (isWrite(contract.contract.risk) && !type.actions.includes('read')) {
    const message = `${subject} needs the action read in subjects.yaml: only what can be read can be asked for.`;
    problems.push(at(contract, ['permission', 'subject'], 'action-unknown', message));
  }
  return problems;
}

function policyProblems(contract: PublishedContract, type: SubjectType, policies: PolicySet): SourceProblem[] {
  const { approval, permission } = contract.contract;
  if (approval === undefined) return [];
  const policy = policies.approvals.get(approval.policy);
  if (policy === undefined) {
    const message = `"${approval.policy}" is no policy of approvals.yaml.`;
    return [at(contract, ['approval', 'policy'], 'policy-unknown', message)];
  }
  return policy.rules.flatMap(({ name, line, conditions, demand }) => {
    const problem = (rule: string, message: string): SourceProblem => ({ file: policy.file, line, rule, message });
    const unknown = conditions
      .filter(({ attribute }) => !type.attributes.has(attribute))
      .map(({ attribute }) => {
        const message = `${contract.contract.id} uses the rule "${name}", but ${permission.subject} has no "${attribute}".`;
        return problem('attribute-unknown', message);
      });
    if (demand === 'deny' || type.actions.includes(demand.permission)) return unknown;
    const message = `${contract.contract.id} uses the rule "${name}", but ${permission.subject} has no action "${demand.permission}".`;
    return [...unknown, problem('action-unknown', message)];
  });
}

function at(contract: PublishedContract, path: readonly string[], rule: string, message: string): SourceProblem {
  return { file: contract.file, line: contract.lineOf(path), rule, message };
}
