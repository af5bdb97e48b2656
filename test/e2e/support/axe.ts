import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Checks the accessibility of `<drama-app>`, or of the whole document. Returns a text for each element at fault. */
export async function runAxe(page: Page, selector: 'drama-app' | 'html' = 'drama-app'): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.addScriptTag({ path: AXE })
  return page.evaluate(async checked => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document.querySelector(checked) as Element)
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(node => `${impact} ${id}: ${node.html.slice(0, 120)} ${node.failureSummary?.slice(0, 200)}`)
    )
  }, selector)
}
