// Finds the browser for tests: CHROME_PATH, or the Chromium from npm (Linux x64).
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

const FLAGS = ['--mute-audio', '--disable-background-networking', '--disable-component-update', '--no-first-run']

const NSS = ['/usr/lib/x86_64-linux-gnu', '/lib/x86_64-linux-gnu', '/usr/lib64', '/usr/lib'].map(
  folder => `${folder}/libnss3.so`
)

export async function chromiumLaunch({ withSound = true } = {}) {
  const args = [...FLAGS]
  args.push(`--autoplay-policy=${withSound ? 'no-user-gesture-required' : 'user-gesture-required'}`)
  if (process.getuid?.() === 0) args.push('--no-sandbox')
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH, headless: true, args }
  return { executablePath: await unpack(), headless: 'shell', args: [...args, '--no-sandbox'] }
}

/** Unpacks into a folder per version because the package does not check which version lies in $TMPDIR. */
async function unpack() {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const home = entry.slice(0, entry.lastIndexOf('@sparticuz'))
  const { version } = JSON.parse(readFileSync(path.join(home, '@sparticuz/chromium/package.json'), 'utf8'))
  const folder = path.join(os.tmpdir(), `npm-chromium-${version}`)
  mkdirSync(folder, { recursive: true })
  // Makes the package use its own NSS, which it does only on platforms that it knows.
  if (!NSS.some(file => existsSync(file))) process.env.VERCEL ??= '1'
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    return await chromium.executablePath()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}
