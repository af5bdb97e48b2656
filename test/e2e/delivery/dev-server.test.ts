import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findFreePort } from '../../support/find-free-port.js'
import { inApp, prepareJourneys } from '../support/journey.js'

const COPIED = ['contract', 'src', 'widget', 'demo', 'locales', 'server', 'tools', 'package.json', 'rollup.config.mjs']
const LINKED = ['node_modules', 'sample', 'package-lock.json', 'LICENSE']

/** A copy of the sources, which the tests change. */
const project = mkdtempSync(path.join(tmpdir(), 'drama-dev-'))
let output = ''

async function startDev() {
  for (const name of COPIED) cpSync(name, path.join(project, name), { recursive: true })
  for (const name of LINKED) symlinkSync(path.resolve(name), path.join(project, name))
  const port = await findFreePort()
  const dev = spawn(process.execPath, ['tools/dev/index.mjs'], {
    cwd: project,
    env: { ...process.env, PORT: `${port}`, DATA_DIR: path.join(project, '.data'), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  await new Promise<void>((resolve, reject) => {
    for (const stream of [dev.stdout, dev.stderr]) {
      stream.on('data', chunk => {
        output += chunk
        if (output.includes(`http://localhost:${port}/`)) resolve()
      })
    }
    dev.once('exit', () => reject(new Error(output)))
  })
  return { origin: `http://localhost:${port}`, stop: () => end(dev) }
}

async function end(dev: ChildProcess) {
  const hasEnded = once(dev, 'close')
  dev.kill('SIGTERM')
  const result = await hasEnded
  rmSync(project, { recursive: true, force: true })
  expect(result).toEqual([0, null])
}

const journeys = prepareJourneys(startDev)

function change(file: string, from: string, to: string) {
  const source = readFileSync(path.join(project, file), 'utf8')
  if (!source.includes(from)) throw new Error(`${file} does not contain ${from}`)
  writeFileSync(path.join(project, file), source.replace(from, to))
}

/** Builds and restarts compete with other tests for the processor. */
const SLOW = { timeout: 60_000 }
const TEST_TIMEOUT_MS = 240_000

const tabs = (page: Page) => inApp(page, 'nav').textContent()
const alert = (page: Page) => page.locator('body > [role=alert]')

test(
  'a text and a page that change are on the open page',
  async () => {
    const page = await journeys.open()
    await expect.poll(() => tabs(page), SLOW).toContain('Descobrir')
    change('locales/app/pt.ts', "'Descobrir'", "'Procurar'")
    await expect.poll(() => tabs(page), SLOW).toContain('Procurar')
    change(
      'demo/site/index.html',
      '<meta name="color-scheme" content="dark">',
      '<meta name="color-scheme" content="light">'
    )
    await expect.poll(() => page.locator('meta[name=color-scheme]').getAttribute('content'), SLOW).toBe('light')
  },
  TEST_TIMEOUT_MS
)

test(
  'what does not build is said on the open page and on one that opens later, until it builds',
  async () => {
    const page = await journeys.open()
    await inApp(page, 'nav').waitFor()
    change('src/views/app/tab-bar.tsx', 'export function', 'export functoin')
    await expect.poll(() => alert(page).textContent(), SLOW).toContain('tab-bar.tsx')
    expect(output).toContain('✗')
    expect(await inApp(page, 'nav').isVisible()).toBe(true)
    const later = await page.context().newPage()
    await later.goto(journeys.origin)
    await expect.poll(() => alert(later).textContent(), SLOW).toContain('tab-bar.tsx')
    change('src/views/app/tab-bar.tsx', 'export functoin', 'export function')
    await expect.poll(() => Promise.all([page, later].map(one => alert(one).count())), SLOW).toEqual([0, 0])
    await inApp(page, 'nav').waitFor()
  },
  TEST_TIMEOUT_MS
)

test(
  'requests wait while a changed server restarts; a server that does not start says so',
  async () => {
    const read = async () => (await fetch(new URL('/livez', journeys.origin))).text()
    expect(await read()).toBe('{"alive":true}')
    change('server/modules/health/routes.ts', '{ alive: true }', "{ alive: 'changed' }")
    const statuses = new Set<number>()
    await expect
      .poll(async () => {
        const response = await fetch(new URL('/livez', journeys.origin))
        statuses.add(response.status)
        return response.text()
      }, SLOW)
      .toBe('{"alive":"changed"}')
    expect([...statuses]).toEqual([200])
    change('server/index.ts', 'try {', "throw new Error('does not start')\ntry {")
    await expect.poll(read, SLOW).toContain('The server did not start')
    expect(output).toContain('does not start')
    change('server/index.ts', "throw new Error('does not start')\n", '')
    await expect.poll(read, SLOW).toBe('{"alive":"changed"}')
  },
  TEST_TIMEOUT_MS
)

test(
  'the host page is built when it is opened, and again after a change',
  async () => {
    // Longer than a page may take to open.
    expect((await fetch(new URL('/host/', journeys.origin))).status).toBe(200)
    const page = await journeys.open('/host/')
    await page.locator('h1').first().waitFor()
    await inApp(page, 'nav').waitFor()
    change('demo/host/index.html', '<title>', '<title>Changed ')
    await expect.poll(() => page.title(), SLOW).toContain('Changed')
  },
  TEST_TIMEOUT_MS
)
