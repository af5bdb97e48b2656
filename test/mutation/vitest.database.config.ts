import { defineConfig } from 'vitest/config'

/** The tests that prove money, on the embedded database alone and without those that start processes. */
export default defineConfig({
  test: {
    include: ['test/mutation/database.test.ts'],
    env: { TEST_ENGINES: 'pglite', MODEL_RUNS: '6', FC_SEED: '1' },
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
