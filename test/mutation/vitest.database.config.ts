import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/mutation/database.test.ts'],
    env: { TEST_ENGINES: 'pglite', MODEL_RUNS: '6', FC_SEED: '1' },
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
