import database from './database.config.mjs'

const files = {
  ledger: ['hash-chain', 'movements', 'payment-split'],
  order: ['refund/refund-state', 'refund/restored-coins'],
  spending: ['limit-change'],
  store: ['prices'],
  unlock: ['quote-rules', 'range-price']
}

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  ...database,
  mutate: Object.entries(files).flatMap(([folder, names]) => names.map(name => `server/modules/${folder}/${name}.ts`)),
  vitest: { configFile: 'test/mutation/vitest.rules.config.ts', related: false },
  jsonReporter: { fileName: '.stryker/rules.json' },
  incrementalFile: '.stryker/rules-incremental.json'
}
