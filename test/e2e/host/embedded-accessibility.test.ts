import { expect, test } from 'vitest'
import { runAxe } from '../support/axe.js'
import { inApp, prepareJourneys } from '../support/journey.js'
import { openPartnerSite } from '../support/open-product.js'
import { pageAddresses } from '../support/page-addresses.js'

const journeys = prepareJourneys()

const toPage = (element: string) => `<!doctype html>
  <html lang="pt">
    <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Jornal</title>
    <header><p>Jornal da Cidade</p><nav aria-label="Jornal"><a href="#novelas">Novelas</a></nav></header>
    <main id="novelas"><h1>Novelas da semana</h1>${element}<h2>Leitores</h2><p>“Vi tudo em uma noite.”</p></main>
    <footer><p>Rua das Flores, 12</p></footer>
    <script type="module" src="${journeys.origin}/drama-app.js"></script>
  </html>`

const themes = ['dark', 'light'] as const
test.each(themes)(
  'every page inside the main landmark of another site has no fault for axe, and adds no main of its own, in the %s theme',
  async theme => {
    const partner = await openPartnerSite(toPage(`<drama-app routing="history" theme="${theme}"></drama-app>`))
    try {
      for (const address of [...pageAddresses, '/pages/nowhere']) {
        const page = await journeys.open(partner.origin + address)
        await inApp(page, ':is(h1, .notice)').first().waitFor({ state: 'attached' })
        await page.waitForLoadState('networkidle')
        expect(await runAxe(page, 'html'), address).toEqual([])
        const mains = await page.locator(':is(main, [role=main])').count()
        expect(mains, address).toBe(1)
        await page.close()
      }
    } finally {
      await partner.stop()
    }
  }
)
