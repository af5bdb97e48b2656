import database from './database.config.mjs'

const refund = ['due-coins', 'order-lots', 'order-returns', 'refund-order', 'requested-refunds', 'reverse-order']
const files = {
  account: ['merge/merge-money', 'merge/merge-passes', 'merge/merge-unlocks'],
  ledger: ['debt'],
  order: ['fulfil', 'orders', 'settle', ...refund.map(name => `refund/${name}`)],
  pass: ['passes', 'vip']
}

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  ...database,
  mutate: Object.entries(files).flatMap(([folder, names]) => names.map(name => `server/modules/${folder}/${name}.ts`)),
  vitest: { configFile: 'test/mutation/vitest.order.config.ts', related: false },
  jsonReporter: { fileName: '.stryker/order.json' },
  incrementalFile: '.stryker/order-incremental.json'
}
