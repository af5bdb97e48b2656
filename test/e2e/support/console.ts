import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { MemberRole } from '../../../server/modules/member/member-role.js'
import { DESKTOP, type Journeys } from './journey.js'
import { SHARED_OPERATOR_KEY } from './shared-products.js'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Calls the operator API of the product. `key` is its OPERATOR_KEY. */
export async function callOperator(origin: string, call: string, request: object = {}, key = SHARED_OPERATOR_KEY) {
  const [method = '', name = ''] = call.split(' ')
  const query = method === 'GET' ? `?${new URLSearchParams({ ...request })}` : ''
  const response = await fetch(`${origin}/operator/${name}${query}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(request) })
  })
  const { code, data } = await response.json()
  expect(code, `${call} ${JSON.stringify(data)}`).toBe(200)
  return data
}

interface ConsoleOptions extends BrowserContextOptions {
  name?: string
  email?: string
  partnerId?: string
  key?: string
}

let memberCount = 0

/** Signs a new member in by their link, in Portuguese on a desktop unless the options say otherwise. */
export async function openConsole(
  journeys: Journeys,
  role: MemberRole,
  { name = 'Ana Souza', email, partnerId, key, ...options }: ConsoleOptions = {}
): Promise<Page> {
  memberCount += 1
  const address = email ?? `${role}-${process.pid}-${memberCount}@console.test`
  const member = { email: address, name, role, ...(partnerId !== undefined && { partner_id: partnerId }) }
  const { link } = await callOperator(journeys.origin, 'POST member_add', member, key)
  const page = await journeys.open(link, { viewport: DESKTOP, locale: 'pt-BR', ...options })
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/console/account*')
  return page
}

/** Checks the accessibility of the whole page. Returns a text for each element at fault. */
export async function runConsoleAxe(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(await readAxe())
  await waitForTransitions(page)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run()
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(node => `${impact} ${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 240)}`)
    )
  })
}

/** Colours between two themes have contrasts of their own. */
const waitForTransitions = (page: Page) =>
  page.evaluate(async () => {
    const running = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(running.map(({ finished }) => finished))
  })

/** As text, because the console's policy refuses script elements of others. */
const readAxe = () => readFile(AXE, 'utf8')
