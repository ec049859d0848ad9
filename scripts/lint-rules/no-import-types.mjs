/**
 * @typedef {object} ImportType
 * @property {{ value: string }} source
 */

/**
 * Refuses `import('./x.js').T` in a type: the check of import directions does not see it, and a plain import says the same.
 */
const noImportTypes = {
  /** @param {{ report(problem: { node: ImportType, message: string }): void }} context */
  create: (context) => ({
    /** @param {ImportType} node */
    TSImportType(node) {
      if (!node.source.value.startsWith('.')) return;
      context.report({ node, message: 'Write a plain import instead of import() in a type.' });
    },
  }),
};

export default { meta: { name: 'countersign' }, rules: { 'no-import-types': noImportTypes } };
