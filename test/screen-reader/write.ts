// `npm run screen-reader [language…]`: writes what a screen reader reads on every screen to docs/reference/screen-reader.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { inApp } from '../e2e/support/journey.js'
import { pageStates } from '../e2e/support/page-states.js'
import { playAddress } from '../e2e/support/player-page.js'
import type { ViewerState } from '../e2e/support/watched-viewer.js'
import { openPage, toSize } from '../pictures/open-page.js'
import { openPictureSession, type PictureSession } from '../pictures/picture-session.js'
import { pickStates, type ScreenScenario } from '../pictures/scenario.js'
import { pause } from '../pictures/waiting.js'
import { findUnnamed, readSpokenNodes, type SpokenNode, toLine } from './accessibility-tree.js'

const FOLDER = 'docs/reference/screen-reader'
const LANGUAGES = ['en', 'pt', 'es', 'zh-Hans', 'zh-Hant']
const SIZE = toSize(375)
/** Longer than the delays of messages. */
const MESSAGE_MS = 700
const UNCHANGED_MS = 300
const UNCHANGED_TIMEOUT_MS = 3000

const chosen = process.argv.slice(2)
/** Faults and what loads are left out: they are told by one sentence each, which every-state.test.ts reads. */
const names = pageStates.filter(({ network, visitor }) => !network && visitor !== 'nothing').map(({ name }) => name)
const screens = pickStates(names)

const session = await openPictureSession()
try {
  mkdirSync(FOLDER, { recursive: true })
  for (const language of LANGUAGES.filter(tag => chosen.length === 0 || chosen.includes(tag))) {
    writeFileSync(path.join(FOLDER, `${language}.md`), await describeLanguage(session, language))
    console.log(`${language} is written`)
  }
} finally {
  await session.stop()
}

async function describeLanguage(opened: PictureSession, language: string): Promise<string> {
  const watched = await opened.createViewerState('watched')
  const parts = [
    `# What a screen reader reads: ${language}`,
    'Made by `npm run screen-reader` from the accessibility tree of Chromium, on a phone of 375 px. Texts between “ ” are names, words after commas are states. Zeros stand for digits that differ from run to run.'
  ]
  for (const screen of screens) {
    const lines = await describeScreen(opened, screen, language, screen.viewer === 'new' ? undefined : watched)
    parts.push(`## ${screen.name}`, `\`\`\`text\n${lines.join('\n')}\n\`\`\``)
  }
  const messages = await recordMessages(opened, language)
  parts.push(
    '## Live regions',
    'In the order in which a journey hears them.',
    messages.map(text => `- ${text}`).join('\n')
  )
  return `${parts.join('\n\n')}\n`
}

async function describeScreen(
  opened: PictureSession,
  screen: ScreenScenario,
  language: string,
  state: ViewerState | undefined
): Promise<string[]> {
  try {
    const { page, context, countPending } = await openPage(opened, screen, { size: SIZE, language, state })
    const nodes = await readWhenUnchanged(page, countPending)
    await context.close()
    for (const line of findUnnamed(nodes)) console.error(`${language} ${screen.name}: without a name: ${line.trim()}`)
    return nodes.map(toLine)
  } catch (error) {
    const reason = String(error).split('\n')[0]
    console.error(`${language} ${screen.name}: ${reason}`)
    process.exitCode = 1
    return ['(not reached)']
  }
}

/** Reads again until two readings are equal. Some screens never rest, so it gives up after a while. */
async function readWhenUnchanged(page: Page, countPending: () => number): Promise<SpokenNode[]> {
  const end = Date.now() + UNCHANGED_TIMEOUT_MS
  let last: string | undefined
  while (true) {
    const nodes = await readSpokenNodes(page)
    const text = nodes.map(toLine).join('\n')
    if ((text === last && countPending() === 0) || Date.now() > end) return nodes
    last = text
    await pause(UNCHANGED_MS)
  }
}

/** Plays, turns, keeps a drama, changes settings and looks for what is not there. */
async function recordMessages(opened: PictureSession, language: string): Promise<string[]> {
  const screen: ScreenScenario = { name: 'journey', path: playAddress(1), readySelector: '.rail-favorite' }
  const { page, context } = await openPage(opened, screen, { size: SIZE, language, state: undefined })
  await page.evaluate(listenToLiveRegions)
  await inApp(page, '.player').focus()
  for (const key of ['m', 'm', '>', '<', 'c', 'c', 'k', 'k', 'l', 'ArrowDown', 'ArrowUp']) {
    await page.keyboard.press(key)
    await pause(MESSAGE_MS)
  }
  await inApp(page, '.rail-favorite').click()
  await pause(MESSAGE_MS)
  await page.evaluate(() => {
    const app = document.querySelector('drama-app') as HTMLElement & {
      navigateTo(to: { url: string }): Promise<unknown>
    }
    return app.navigateTo({ url: '/pages/index/search' }).then(() => undefined)
  })
  await inApp(page, 'search input').fill('zzzzzz')
  await page.keyboard.press('Enter')
  await inApp(page, '.search-nothing').waitFor()
  await pause(MESSAGE_MS)
  const messages = (await page.evaluate('globalThis.spokenMessages')) as string[]
  await context.close()
  return messages
}

/** Runs in the page. */
function listenToLiveRegions() {
  const root = document.querySelector('drama-app')?.shadowRoot
  if (!root) return
  const heard: string[] = []
  Object.assign(globalThis, { spokenMessages: heard })
  const selector = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
  const hear = (target: Node) => {
    const element = target instanceof Element ? target : target.parentElement
    const region = element?.closest(selector)
    const text = region?.textContent?.replaceAll('\u00a0', ' ').trim()
    if (text && !region?.closest('[hidden], [inert]') && heard.at(-1) !== text) heard.push(text)
  }
  new MutationObserver(changes => {
    for (const { target, addedNodes } of changes) {
      hear(target)
      for (const added of addedNodes) {
        if (!(added instanceof Element)) continue
        for (const region of [added, ...added.querySelectorAll(selector)]) if (region.matches(selector)) hear(region)
      }
    }
  }).observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['hidden']
  })
}
