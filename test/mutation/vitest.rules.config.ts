import { defineConfig } from 'vitest/config'

/** What needs no database is tried without one. */
export default defineConfig({
  test: { include: ['test/server/money-rules.test.ts', 'test/server/refund-rules.test.ts'] }
})
