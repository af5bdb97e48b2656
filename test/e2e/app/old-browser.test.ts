import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { prepareJourneys } from '../support/journey.js'
import { openPartnerSite } from '../support/open-product.js'
import { takeScreenshot } from '../support/screenshots.js'

const journeys = prepareJourneys()

/** What a browser may lack, as code that runs before the page's. */
const missing = {
  'custom elements': 'delete window.customElements',
  'shadow DOM': 'delete Element.prototype.attachShadow',
  'adopted style sheets':
    'delete Document.prototype.adoptedStyleSheets; delete ShadowRoot.prototype.adoptedStyleSheets',
  findLast: 'delete Array.prototype.findLast'
}

const sentences = {
  pt: 'Este navegador é antigo demais para reproduzir os dramas desta página. Atualizar o navegador',
  'en-GB': 'This browser is too old to play the dramas of this page. Update the browser',
  'es-MX': 'Este navegador es demasiado antiguo para reproducir los dramas de esta página. Actualizar el navegador',
  'zh-CN': '此浏览器版本过旧，无法播放本页的短剧。 更新浏览器',
  'zh-TW': '此瀏覽器版本過舊，無法播放本頁的短劇。 更新瀏覽器'
}

async function openOldBrowser(code: string, lang = 'pt', userAgent?: string) {
  const script = `<script type="module" src="${journeys.origin}/drama-app.js"></script>`
  const partner = await openPartnerSite(
    `<!doctype html><html lang="${lang}"><title>P</title><drama-app lpid="a1">…</drama-app>${script}</html>`
  )
  onTestFinished(() => partner.stop())
  const errors: string[] = []
  const requests: string[] = []
  const page = await journeys.open(partner.origin, userAgent ? { userAgent } : {}, async (opened: Page) => {
    opened.on('pageerror', error => errors.push(error.message))
    opened.on('request', request => requests.push(new URL(request.url()).pathname))
    await opened.addInitScript(code)
  })
  await page.locator('drama-app a').first().waitFor()
  return { page, errors, requests }
}

test.each(Object.entries(missing))(
  'a browser without %s shows one sentence and a link, and nothing throws',
  async (_name, code) => {
    const { page, errors, requests } = await openOldBrowser(code)
    expect(await page.locator('drama-app').textContent()).toBe(sentences.pt)
    expect(await page.locator('drama-app a').getAttribute('href')).toBe('https://www.google.com/chrome/')
    await page.evaluate(() => document.body.append(document.createElement('drama-app')))
    await expect.poll(() => page.locator('drama-app').nth(1).textContent()).toBe(sentences.pt)
    expect(errors).toEqual([])
    const loaded = requests.filter(path => path.endsWith('.js'))
    expect(loaded).toEqual([expect.stringMatching(/drama-app\.js$/), expect.stringMatching(/old-browser-/)])
    expect(requests.filter(path => path.includes('visitor') || path.includes('/m/'))).toEqual([])
  }
)

test.each(Object.entries(sentences))('on a page in %s the sentence is in its language', async (lang, sentence) => {
  const { page } = await openOldBrowser(missing.findLast, lang)
  expect(await page.locator('drama-app').textContent()).toBe(sentence)
  await takeScreenshot(page, `old-browser-${lang}`)
})

test('an iPhone is led to the update of iOS', async () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 Version/15.6 Safari/604.1'
  const { page } = await openOldBrowser(missing['adopted style sheets'], 'en', userAgent)
  expect(await page.locator('drama-app a').getAttribute('href')).toBe('https://support.apple.com/HT204204')
})
