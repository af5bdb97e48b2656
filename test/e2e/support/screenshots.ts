import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'

/** Saves a screenshot in test/shots if SHOTS is set. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return
  const file = path.join('test/shots', `${name}.png`)
  mkdirSync(path.dirname(file), { recursive: true })
  await page.screenshot({ path: file })
}
