import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['test/server/ledger/money-rules.test.ts', 'test/server/order/refund-rules.test.ts'] }
})
