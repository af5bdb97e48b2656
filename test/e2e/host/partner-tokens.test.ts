import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Signer, sign } from '../../server/support/partner-tokens.js'
import { inApp, prepareJourneys } from '../support/journey.js'
import { openPartnerSite } from '../support/open-product.js'
import { playAddress, position } from '../support/player-page.js'
import { takeScreenshot } from '../support/screenshots.js'
import { SHARED_OPERATOR_KEY } from '../support/shared-products.js'

const journeys = prepareJourneys()
let partnerId: string
let signer: Signer
beforeAll(async () => {
  partnerId = (await operate('partner_create', { name: 'Revista' })).id
  signer = await operate('partner_secret', { id: partnerId })
})

async function operate(verb: string, data: object) {
  const init = { method: 'POST', headers: { Authorization: SHARED_OPERATOR_KEY }, body: JSON.stringify(data) }
  const answer = await (await fetch(`${journeys.origin}/operator/${verb}`, init)).json()
  expect(answer.code).toBe(200)
  return answer.data
}

const seconds = () => Math.floor(Date.now() / 1000)
const tokenFor = (claims: object) => sign(signer, { iat: seconds(), exp: seconds() + 300, ...claims })

async function openPartner(attributes: string, before?: (page: Page) => unknown) {
  const partner = await openPartnerSite(
    `<!doctype html><html lang="pt"><title>P</title><style>body{margin:0}drama-app{display:block;height:100vh}</style>
    <drama-app ${attributes}></drama-app><script type="module" src="${journeys.origin}/drama-app.js"></script></html>`
  )
  onTestFinished(() => partner.stop())
  return journeys.open(partner.origin, {}, before)
}

const readViewer = (page: Page) =>
  page.evaluate(async api => {
    const token = localStorage.getItem('firstui_m_token')
    if (!token) return null
    const partner = document.querySelector('drama-app')?.getAttribute('partner-token')
    const headers = { Authorization: token, ...(partner && { 'XX-Token': partner }) }
    const { data } = await (await fetch(`${api}/user/info?lang=pt`, { headers })).json()
    return data && { id: data.user.id as string, kind: data.user.kind as string }
  }, journeys.origin)
const setPartnerToken = (page: Page, token: string | null) =>
  page.evaluate(token => {
    const app = document.querySelector('drama-app')
    if (token === null) app?.removeAttribute('partner-token')
    else app?.setAttribute('partner-token', token)
  }, token)

test('D-085 a partner token signs its viewer in, another token another viewer, no token a visitor', async () => {
  const page = await openPartner(`partner-token="${tokenFor({ sub: 'ana' })}"`)
  await inApp(page, '.hero h2').first().waitFor()
  await expect.poll(() => readViewer(page)).toMatchObject({ kind: 'user' })
  const ana = await readViewer(page)
  await setPartnerToken(page, tokenFor({ sub: 'bea' }))
  await expect.poll(async () => (await readViewer(page))?.id !== ana?.id).toBe(true)
  await expect.poll(() => readViewer(page)).toMatchObject({ kind: 'user' })
  const bea = await readViewer(page)
  await setPartnerToken(page, null)
  await expect.poll(() => readViewer(page)).toMatchObject({ kind: 'visitor' })
  await inApp(page, '.hero h2').first().waitFor()
  await setPartnerToken(page, tokenFor({ sub: 'ana' }))
  await expect.poll(() => readViewer(page)).toEqual(ana)
  expect(bea?.kind).toBe('user')

  const other = await openPartner(`partner-token="${tokenFor({ sub: 'ana' })}"`)
  await expect.poll(() => readViewer(other)).toEqual(ana)
  await inApp(other, '.tab-bar button').last().click()
  await inApp(other, '.profile-name').waitFor()
  await takeScreenshot(other, 'partner-viewer')
})

test('an element added without a partner token starts with a visitor; an invalid token does not stop playback', async () => {
  const pageErrors: string[] = []
  const page = await openPartner(`partner-token="${tokenFor({ sub: 'carla' })}"`, opened => {
    opened.on('pageerror', error => pageErrors.push(String(error)))
  })
  await expect.poll(() => readViewer(page)).toMatchObject({ kind: 'user' })
  await page.evaluate(() => document.querySelector('drama-app')?.remove())
  await page.evaluate(() => document.body.append(document.createElement('drama-app')))
  await expect.poll(() => readViewer(page)).toMatchObject({ kind: 'visitor' })
  await inApp(page, '.hero h2').first().waitFor()
  await setPartnerToken(page, 'no.token.atall')
  await inApp(page, '.hero-slide .button').first().click()
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  expect(pageErrors).toEqual([])
})

test('a locked episode plays at the partner’s cost; where it cannot pay our own offer shows', async () => {
  await operate('partner_coins', { id: partnerId, coins: 60, reference: 'invoice-1' })
  const page = await openPartner('', opened =>
    opened.addInitScript(() =>
      document.addEventListener('drama-paywall', event => {
        event.preventDefault()
        Object.assign(window, { paywall: (event as CustomEvent).detail })
      })
    )
  )
  await inApp(page, '.hero h2').first().waitFor()
  const grant = async (no: number) => {
    await page.evaluate(
      url => (document.querySelector('drama-app') as unknown as { navigateTo(to: object): void }).navigateTo({ url }),
      playAddress(no)
    )
    await page.waitForFunction(no => (window as { paywall?: { episode_no: number } }).paywall?.episode_no === no, no)
    const drama_id = await page.evaluate(
      () => (window as unknown as { paywall: { drama_id: string } }).paywall.drama_id
    )
    const token = tokenFor({ jti: `journey-${no}`, drama_id, episode_no: no })
    return page.evaluate(
      token => (window as unknown as { paywall: { grant(token: string): Promise<boolean> } }).paywall.grant(token),
      token
    )
  }
  expect(await grant(11)).toBe(true)
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  await takeScreenshot(page, 'partner-pays')
  expect(await grant(12)).toBe(false)
  await inApp(page, '.locked-offer').waitFor()
})
