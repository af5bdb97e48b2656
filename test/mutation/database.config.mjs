// Second part of `npm run mutation`: ledger code that uses the database.

const ledger = ['bonus-expiry', 'grants', 'idempotent-write', 'owner', 'post', 'transactions', 'verify', 'wallet']
const unlock = ['charge', 'queries', 'refund-unlock', 'routes', 'unlock-episodes']

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [
    ...ledger.map(name => `server/modules/ledger/${name}.ts`),
    ...unlock.map(name => `server/modules/unlock/${name}.ts`),
    'server/modules/spending/queries.ts',
    'server/modules/spending/spending-limits.ts'
  ],
  // Excluded because the compiler rejects changes to names of columns and accounts and to the shape of rows.
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.database.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  thresholds: { high: 95, low: 90, break: 90 },
  timeoutMS: 60_000,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: '.stryker/tmp',
  jsonReporter: { fileName: '.stryker/database.json' },
  incrementalFile: '.stryker/database-incremental.json',
  ignorePatterns: ['dist', 'sample', 'docs', 'demo', 'widget', 'src', 'test/e2e', 'test/widget', '.data', 'coverage'],
  tsconfigFile: 'none'
}
