import type { JsonObject } from '../../canonical/json-value.js';
import { hasDefaults } from '../schema-compiler.js';
import type { PlacedProblem } from '../source/structure.js';
import type { ToolContract } from '../tool-contract.js';
import { isObject, propertiesOf, typeOf } from './schema-rules.js';

/** What may leave exists; what is masked would leave otherwise, and can be masked. */
export function resultProblems({ output, result }: Pick<ToolContract, 'output' | 'result'>): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  for (const [index, path] of result.allow.entries()) {
    if (schemaAt(output, path) !== undefined) continue;
    const message = `"${path}" is not in \`output\`.`;
    problems.push({ path: ['result', 'allow', index], rule: 'result-path', message });
  }
  for (const [path, mask] of Object.entries(result.mask)) {
    const place = ['result', 'mask', path];
    const schema = schemaAt(output, path);
    if (schema === undefined) {
      problems.push({ path: place, rule: 'result-path', message: `"${path}" is not in \`output\`.` });
    } else if (!result.allow.some((allowed) => path === allowed || path.startsWith(`${allowed}.`))) {
      const message = `"${path}" is masked but not allowed: it never leaves, so remove the mask or allow it.`;
      problems.push({ path: place, rule: 'result-mask', message });
    } else if (mask !== 'hidden' && typeOf(schema) !== 'string') {
      problems.push({ path: place, rule: 'result-mask', message: `The mask ${mask} is for text; "${path}" is none.` });
    }
  }
  if (hasDefaults(output)) {
    problems.push({
      path: ['output'],
      rule: 'default',
      message: 'A result has no defaults: what is missing is missing.',
    });
  }
  return problems;
}

/** The schema at a dotted path; lists are passed through. */
function schemaAt(schema: JsonObject, path: string): JsonObject | undefined {
  let here: JsonObject | undefined = schema;
  for (const name of path.split('.')) {
    while (here !== undefined && typeOf(here) === 'array') here = isObject(here['items']) ? here['items'] : undefined;
    here = here === undefined ? undefined : propertiesOf(here)[name];
  }
  return here;
}
