import { defineConfig } from 'vitest/config'

/** What needs no database is tried without one. */
export default defineConfig({
  test: { include: ['test/server/ledger/money-rules.test.ts', 'test/server/order/refund-rules.test.ts'] }
})
