import { defineConfig, mergeConfig } from 'vitest/config'
import database from './vitest.database.config.js'

export default mergeConfig(
  { ...database, test: { ...database.test, include: [] } },
  defineConfig({ test: { include: ['test/mutation/order.test.ts'] } })
)
