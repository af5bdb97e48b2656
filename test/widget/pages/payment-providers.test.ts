import { find, findAll, loadScript, mount } from '../support/element.js'
import { expect } from '../support/expect.js'
import { calls, network } from '../support/host-page.js'
import { until } from '../support/until.js'

function offerTwoProviders() {
  network.intercept(async (url, response) => {
    if (!url.includes('/store/index')) return response()
    const envelope = await (await response()).json()
    const providers = [
      { id: 'stripe', is_test: false },
      { id: 'sandbox', is_test: true }
    ]
    return Response.json({ ...envelope, data: { ...envelope.data, providers, needs_way_back: false } })
  })
}

describe('two ways to pay', () => {
  before(() => loadScript())

  it('are a group of which the first is proposed, and what is chosen is what the order names', async () => {
    offerTwoProviders()
    const { open } = window
    window.open = () => null
    try {
      const element = mount()
      await element.navigateTo({ url: '/pages/wallet/store' })
      const group = await until(() => find<HTMLFieldSetElement>(element, '.pay-bar fieldset'))
      const ways = findAll<HTMLInputElement>(element, '.pay-bar input')
      const words = () => [group.querySelector('legend')?.textContent, ...ways.map(way => way.labels?.[0]?.textContent)]
      expect(words()).toEqual(['Pagar com', 'Cartão e outros', 'Pagamento de teste'])
      expect(ways.map(({ type, checked }) => [type, checked])).toEqual([
        ['radio', true],
        ['radio', false]
      ])
      expect(new Set(ways.map(({ name }) => name)).size).toBe(1)
      expect(find(element, '.pay-note b')).toBe(undefined)
      ways[1]?.click()
      const note = await until(() => find(element, '.pay-note b'))
      expect(note.textContent?.length).toBeGreaterThan(10)
      find(element, '.pay-button')?.click()
      await until(() => find(element, '.checkout a'))
      const [order] = calls.filter(({ url }) => url.endsWith('/store/order'))
      expect(order?.body.provider).toBe('sandbox')
      findAll(element, '.checkout button').at(-1)?.click()
      for (const [lang, legend] of [
        ['en', 'Pay with'],
        ['es', 'Pagar con'],
        ['zh-Hans', '支付方式'],
        ['zh-Hant', '付款方式']
      ] as const) {
        await element.setLang(lang)
        await until(() => find(element, '.pay-bar legend')?.textContent === legend)
        const names = findAll(element, '.pay-bar .choices label').map(label => label.textContent)
        expect(new Set(names).size).toBe(2)
      }
    } finally {
      window.open = open
    }
  })
})
