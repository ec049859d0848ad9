import { z } from 'zod';
import { type PlacedProblem, structureProblems } from '../../contracts/source/structure.js';
import type { YamlSource } from '../../contracts/source/yaml-source.js';
import { ATTRIBUTE_KINDS, type AttributeKind, type AttributeKinds } from '../attributes.js';

/** What rules may be about: the allow-list of subject types, of what can be done with each, and of what is known of each. */
export interface Vocabulary {
  readonly subjects: ReadonlyMap<string, SubjectType>;
  /** The kind of an attribute is the same wherever its name appears. */
  readonly kinds: AttributeKinds;
}

export interface SubjectType {
  readonly actions: readonly string[];
  readonly attributes: AttributeKinds;
}

/** The names that CASL gives a meaning of its own: any action, and any subject. */
const WILDCARDS = ['manage', 'all'];

const attributeName = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/, 'must look like businessLine');
const action = z
  .string('must be text')
  .regex(/^[a-z][A-Za-z0-9]{0,63}$/, 'must look like cancel')
  .refine((name) => !WILDCARDS.includes(name), 'is a wildcard of the library underneath and means "everything"');
const subject = z.string().regex(/^[A-Z][A-Za-z0-9]{0,63}$/, 'must look like Order');

const SubjectsStructure = z.strictObject({
  subjects: z.record(
    subject,
    z.strictObject({
      actions: z.array(action).min(1, 'is empty'),
      attributes: z.record(attributeName, z.enum(ATTRIBUTE_KINDS)),
    }),
  ),
});

type SubjectsFile = z.infer<typeof SubjectsStructure>;

/** Reads subjects.yaml. */
export function readVocabulary(source: YamlSource): { vocabulary: Vocabulary; problems: PlacedProblem[] } {
  const structure = structureProblems(source, SubjectsStructure);
  if (structure.length > 0) return { vocabulary: { subjects: new Map(), kinds: new Map() }, problems: structure };
  const file = source.value as unknown as SubjectsFile;
  const kinds = new Map<string, AttributeKind>();
  const problems: PlacedProblem[] = [];
  for (const [type, { attributes }] of Object.entries(file.subjects)) {
    for (const [name, kind] of Object.entries(attributes)) {
      const known = kinds.get(name) ?? kind;
      if (known !== kind) {
        const message = `"${name}" is ${known} elsewhere: one name has one kind.`;
        problems.push({ path: ['subjects', type, 'attributes', name], rule: 'attribute-kind', message });
      }
      kinds.set(name, known);
    }
  }
  const subjects = new Map(
    Object.entries(file.subjects).map(([type, { actions, attributes }]) => [
      type,
      { actions, attributes: new Map(Object.entries(attributes)) },
    ]),
  );
  return { vocabulary: { subjects, kinds }, problems };
}
