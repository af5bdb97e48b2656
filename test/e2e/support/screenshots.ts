import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'

/** Where SHOTS is set, keeps what the viewer sees in a folder that git ignores, for somebody to look at. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return
  const file = path.join('test/shots', `${name}.png`)
  mkdirSync(path.dirname(file), { recursive: true })
  await page.screenshot({ path: file })
}
