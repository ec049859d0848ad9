import { compileTemplate } from '../../canonical/display-template.js';
import type { PlacedProblem } from '../source/structure.js';
import { isWrite, type ToolContract } from '../tool-contract.js';
import { propertiesOf } from './schema-rules.js';

type Effects = Pick<ToolContract, 'risk' | 'resource' | 'preview' | 'approval' | 'execution'>;

/** What changes something is planned, shown, approved and executed by rules; what only reads has none of these. */
export function riskProblems(contract: Effects): PlacedProblem[] {
  const problem = (member: string, rule: string, message: string): PlacedProblem => ({ path: [member], rule, message });
  const effects = ['preview', 'approval', 'execution'] as const;
  if (!isWrite(contract.risk)) {
    const problems = effects
      .filter((member) => contract[member] !== undefined)
      .map((member) =>
        problem(member, 'read-effects', `A ${contract.risk} tool changes nothing and has no \`${member}\`.`),
      );
    // Without a resource, a policy could not look at whose data is read.
    if (contract.risk === 'READ_PUBLIC' || contract.resource !== undefined) return problems;
    return [
      ...problems,
      problem('risk', 'private-needs', 'A READ_PRIVATE tool needs `resource`: policies decide on it.'),
    ];
  }
  return (['resource', ...effects] as const)
    .filter((member) => contract[member] === undefined)
    .map((member) => problem('risk', 'write-needs', `A ${contract.risk} tool needs \`${member}\`.`));
}

/** A handler in the engine's own database is class 0, and nothing else is. */
export function adapterProblems({ adapter, execution }: Pick<ToolContract, 'adapter' | 'execution'>): PlacedProblem[] {
  if (execution === undefined || (adapter.protocol === 'local') === (execution.adapterClass === '0')) return [];
  const message = 'The protocol `local` is adapter class "0": the effect and its record are one transaction.';
  return [{ path: ['execution', 'adapterClass'], rule: 'adapter-class', message }];
}

/**
 * Each sentence, field and compared attribute for itself, so that all faults are told at once: placeholders that name nothing,
 * and those that would make an agent's text part of the sentence that people sign.
 */
export function previewProblems({
  preview,
  ...contract
}: Pick<ToolContract, 'preview' | 'input' | 'arguments'>): PlacedProblem[] {
  if (preview === undefined) return [];
  const names = Object.keys(propertiesOf(contract.input));
  const untrusted = names.filter((name) => contract.arguments[name]?.untrusted === true);
  const plain = { en: '-', zh: '-' };
  const empty = { effect: plain, consequence: plain, fields: [], diff: [], labels: {} };
  const fault = (part: object, path: readonly (string | number)[]): PlacedProblem[] => {
    const compiled = compileTemplate({ ...empty, ...part }, names, untrusted);
    return compiled.ok ? [] : [{ path, rule: 'template', message: `The template is refused: ${compiled.reason}.` }];
  };
  const sentences = (['effect', 'consequence'] as const).flatMap((member) =>
    (['en', 'zh'] as const).flatMap((language) => {
      const sentence = preview[member][language];
      return fault({ [member]: { en: sentence, zh: sentence } }, ['preview', member, language]);
    }),
  );
  const fields = preview.fields.flatMap((field, index) => fault({ fields: [field] }, ['preview', 'fields', index]));
  const attributes = preview.diff.map(({ attribute }) => attribute);
  const twice = attributes.flatMap((attribute, index): PlacedProblem[] => {
    if (attributes.indexOf(attribute) === index) return [];
    return [{ path: ['preview', 'diff', index], rule: 'template', message: `"${attribute}" is compared twice.` }];
  });
  return [...sentences, ...fields, ...twice];
}
