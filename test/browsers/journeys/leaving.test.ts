import { expect, test } from 'vitest'
import { openHostPage, readAddress, waitForHome } from '../support/app.js'
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

/**
 * Goes to another address when the app has this many chunks, once in a tab. Not before the page’s `load`, because the other
 * address would replace the page in the history.
 */
const leaveEarly = (chunkCount: number) => `<script>
  const countChunks = () =>
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('/chunks/') && name.endsWith('.js')).length
  const leave = () => {
    if (countChunks() < ${chunkCount}) return setTimeout(leave)
    sessionStorage.hasLeft = true
    location.href = '/article'
  }
  if (!sessionStorage.hasLeft) addEventListener('load', () => setTimeout(leave))
</script>`

// WebKit ran for ever in modules that awaited at their top level, and with them the page around the frame.
test('a frame that is closed while the app in it loads leaves the page around it alive', async () => {
  const page = await journeys.open('/robots.txt')
  for (const chunkCount of [1, 2, 4, 8, 16]) {
    await page.evaluate(`(${closeEarly})(${chunkCount}).then(() => null)`)
    expect(await readAddress(page)).toBe('/robots.txt')
  }
})

test.each([1, 6, 12])('a page that is left when the app has %i chunks shows Home after Back', async chunkCount => {
  const page = await openHostPage(journeys, `<drama-app></drama-app>${leaveEarly(chunkCount)}`)
  await expect.poll(() => readAddress(page)).toBe('/article')
  await waitForHome(page)
  await page.back()
  await expect.poll(() => readAddress(page)).toBe('/landing?lpid=a1')
  await waitForHome(page)
})
