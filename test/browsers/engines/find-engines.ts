import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ENGINE_NAMES, type EngineName } from './engine.js'
import { startVirtualScreen } from './virtual-screen.js'

export interface FoundEngine {
  name: EngineName
  /** As the browser prints it. */
  version: string
}

export interface MissingEngine {
  name: EngineName
  reason: string
}

const FOLDERS = (process.env.PATH ?? '').split(path.delimiter)

const findProgram = (...names: string[]): string | undefined =>
  names.flatMap(name => FOLDERS.map(folder => path.join(folder, name))).find(file => existsSync(file))

export const findFirefox = () => process.env.FIREFOX_PATH ?? findProgram('firefox-esr', 'firefox')
/** Debian keeps it with the library, Fedora in libexec. */
const MINI_BROWSERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map(triplet => `/usr/lib/${triplet}/webkit2gtk-4.1/MiniBrowser`)
  .concat('/usr/libexec/webkit2gtk-4.1/MiniBrowser')

export function findWebKit(): { driver: string; browser: string; xvfb: string } {
  const driver = findProgram('WebKitWebDriver')
  if (!driver) throw new Error('no WebKitWebDriver in PATH (package webkit2gtk-driver)')
  const browser = MINI_BROWSERS.find(file => existsSync(file))
  if (!browser) throw new Error('no MiniBrowser of WebKitGTK beside its library')
  const xvfb = findProgram('Xvfb')
  if (!xvfb) throw new Error('no Xvfb in PATH (package xvfb)')
  return { driver, browser, xvfb }
}

function readVersion(program: string, env = process.env): string {
  const text = execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env })
  return text.trim().split('\n')[0] ?? ''
}

const finders: Record<EngineName, () => Promise<string> | string> = {
  async chromium() {
    const { chromiumLaunch } = await import('../../support/chromium.mjs')
    return readVersion((await chromiumLaunch()).executablePath)
  },
  firefox() {
    const program = findFirefox()
    if (!program) throw new Error('no firefox-esr or firefox in PATH, and no FIREFOX_PATH')
    return readVersion(program)
  },
  async webkit() {
    const { browser, xvfb } = findWebKit()
    const screen = await startVirtualScreen(xvfb)
    try {
      return readVersion(browser, { ...process.env, DISPLAY: screen.display })
    } finally {
      await screen.stop()
    }
  }
}

export async function findEngines(): Promise<{ found: FoundEngine[]; missing: MissingEngine[] }> {
  const found: FoundEngine[] = []
  const missing: MissingEngine[] = []
  for (const name of ENGINE_NAMES) {
    try {
      found.push({ name, version: await finders[name]() })
    } catch (error) {
      missing.push({ name, reason: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) })
    }
  }
  return { found, missing }
}
