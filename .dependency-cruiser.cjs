// TypeScript 7 has no compiler API for dependency-cruiser to read sources with, so swc parses them.
// Without it nothing would be read, and no rule could be broken: fail here instead.
require.resolve('@swc/core');

/** src/ from the ground up (an import only ever points down); folders of one row must not know each other. */
const ROWS = [
  ['canonical'],
  ['shared'],
  ['config'],
  ['database'],
  ['queue'],
  ['identity'],
  ['contracts'],
  ['authorization'],
  ['audit'],
  ['adapters'],
  ['planning'],
  ['approval'],
  ['execution'],
  ['runtime'],
  ['notifications'],
  ['orders'],
  ['mcp', 'http', 'cli'],
];

/** What the reference domain may know of, of all that lies below it. */
const BELOW_ORDERS = ['canonical', 'shared', 'database', 'contracts', 'adapters'];

const anyOf = (folders) => `^src/(${folders.join('|')})/`;

/** @returns {object[]} one rule a folder, which forbids everything in src/ but what is in the folder itself or below it */
function downward() {
  return ROWS.flatMap((row, rank) =>
    row.map((folder) => {
      const below = folder === 'orders' ? BELOW_ORDERS : ROWS.slice(0, rank).flat();
      return {
        name: `${folder}-imports-downward`,
        severity: 'error',
        comment: `${folder}/ may import only ${below.join(', ') || 'nothing else of src/'}.`,
        from: { path: anyOf([folder]) },
        to: { path: '^src/', pathNot: anyOf([folder, ...below]) },
      };
    }),
  );
}

module.exports = {
  forbidden: [
    ...downward(),
    {
      name: 'every-folder-has-a-place',
      severity: 'error',
      comment: 'A new folder of src/ must be given its place in ROWS.',
      // Files of src/ itself are the wiring, which may know everything; no folder may know them.
      from: { path: '^src/[^/]+/', pathNot: anyOf(ROWS.flat()) },
      to: {},
    },
    {
      name: 'pure-folders-stay-pure',
      severity: 'error',
      comment: 'canonical/ and shared/ know no framework and no database.',
      from: { path: anyOf(['canonical', 'shared']) },
      to: { path: '(^|/)(@nestjs/|typeorm|pg|bullmq|ioredis|fastify|@fastify/|reflect-metadata)' },
    },
    {
      name: 'stores-are-private',
      severity: 'error',
      comment: 'Modules speak through services and events, never through another module’s store.',
      from: { path: '^src/([^/]+)/' },
      to: { path: '\\.store\\.ts$', pathNot: '^src/$1/' },
    },
    {
      name: 'src-stands-alone',
      severity: 'error',
      comment: 'What runs in production knows neither tests nor tools nor the console.',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(test|scripts|bench|examples|web)/|\\.spec\\.ts$' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'everything-is-found', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default', 'types'], exportsFields: ['exports'] },
  },
};
