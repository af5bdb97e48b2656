import { expect, test } from 'vitest'
import { readAddress } from '../support/app.js'
import { prepareJourneys } from '../support/journey.js'

const journeys = prepareJourneys()

/** Resolves when the app in a new frame has this many chunks, and the frame is gone again. */
async function closeEarly(chunkCount: number) {
  const frame = document.createElement('iframe')
  frame.src = '/pages/index/index'
  document.documentElement.append(frame)
  const countChunks = () => {
    const entries = frame.contentWindow?.performance.getEntriesByType('resource') ?? []
    return entries.filter(({ name }) => /\/chunks\/.*\.js$/.test(name)).length
  }
  while (countChunks() < chunkCount) await new Promise(resolve => setTimeout(resolve))
  frame.remove()
}

// WebKit ran for ever in modules that awaited at their top level, and with them the page around the frame.
test('a frame that is closed while the app in it loads leaves the page around it alive', async () => {
  const page = await journeys.open('/robots.txt')
  for (const chunkCount of [1, 2, 4, 8, 16]) {
    await page.evaluate(`(${closeEarly})(${chunkCount}).then(() => null)`)
    expect(await readAddress(page)).toBe('/robots.txt')
  }
})
