import { defineConfig } from 'vitest/config'
import LongestFirst from './test/support/longest-first.js'

/** Tests poll for a condition instead of sleeping, and a loaded machine needs a long timeout. */
const expectOptions = { poll: { timeout: 15_000 } }

/** `unit` needs Node and the build, `server` both databases, `journey` the product and Chromium, `browsers` any engine. */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/summary-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/*.test.ts', 'test/{deploy,player,video,tools}/**/*.test.ts'],
          expect: expectOptions,
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
          // Loading the server again for each of about a hundred files takes a quarter of the run time.
          isolate: false,
          expect: expectOptions,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Uses both processors of a small machine; the default leaves one idle.
          maxWorkers: 2
        }
      },
      {
        test: {
          name: 'journey',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/global-setup.ts'],
          // Files of a worker share its browser, and load the test tools once.
          isolate: false,
          // Every look at a page takes processor time from it.
          expect: { poll: { ...expectOptions.poll, interval: 120 } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // More workers than processors, because these tests mostly wait for pictures.
          maxWorkers: 3
        }
      },
      {
        test: {
          name: 'browsers',
          include: ['test/browsers/journeys/*.test.ts'],
          globalSetup: ['test/browsers/global-setup.ts'],
          isolate: false,
          expect: { poll: { ...expectOptions.poll, interval: 120 } },
          testTimeout: 90_000,
          hookTimeout: 120_000,
          maxWorkers: 2
        }
      }
    ]
  }
})
