import { defineConfig } from 'vitest/config'
import LongestFirst from './test/support/longest-first.js'

/** Conditions are waited for, never slept for; a loaded machine gets the time it needs. */
const patient = { poll: { timeout: 15_000 } }

/** `unit` needs nothing but Node; `server` both databases, and runs core against the real server; `journey` the built product and a browser. */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/summary-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/*.test.ts', 'test/{player,video,tools}/**/*.test.ts'],
          expect: patient,
          testTimeout: 20_000,
          hookTimeout: 60_000
        }
      },
      {
        test: {
          name: 'server',
          include: ['test/server/**/*.test.ts', 'test/core/**/*.test.ts'],
          globalSetup: ['test/server/global-setup.ts'],
          setupFiles: ['test/server/support/own-globals.ts'],
          // Loading the server anew for each of a hundred files would take a quarter of the time.
          isolate: false,
          expect: patient,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // As below.
          retry: 1,
          // One for each processor of a small machine, where the default leaves one idle.
          maxWorkers: 2
        }
      },
      {
        test: {
          name: 'journey',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/global-setup.ts'],
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A machine that stands still for seconds breaks what waits for a picture; the closing lines name what needed this.
          retry: 1,
          // They wait for pictures more than they work.
          maxWorkers: 3
        }
      }
    ]
  }
})
