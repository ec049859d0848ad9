/**
 * Refuses `import('./x.js').T` in a type: the check of import directions does not see it, a plain import says the same.
 */
const noImportTypes = {
  create: (context) => ({
    TSImportType: (node) => context.report({ node, message: 'Write a plain import instead of import() in a type.' }),
  }),
};

export default { meta: { name: 'countersign' }, rules: { 'no-import-types': noImportTypes } };
