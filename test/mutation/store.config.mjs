// The third part of `npm run mutation`: what an order gives and takes, and what of money comes along to an account.
import database from './database.config.mjs'

const store = [
  ...['fulfil', 'order-lots', 'orders', 'own-refunds', 'passes', 'refund-order', 'returns', 'settle', 'settle-debt'],
  ...['take-back', 'told', 'vip']
]
const account = ['merge-money', 'merge-passes', 'merge-unlocks']

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  ...database,
  mutate: [
    ...store.map(name => `server/modules/store/${name}.ts`),
    ...account.map(name => `server/modules/account/${name}.ts`)
  ],
  vitest: { configFile: 'test/mutation/vitest.store.config.ts', related: false },
  jsonReporter: { fileName: '.stryker/store.json' },
  incrementalFile: '.stryker/store-incremental.json'
}
