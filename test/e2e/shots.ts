import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** Keeps what the viewer sees, in a folder that git ignores, for somebody to look at. */
export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync('test/shots', { recursive: true })
  await page.screenshot({ path: `test/shots/${name}.png` })
}
