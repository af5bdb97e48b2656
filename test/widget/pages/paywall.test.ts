import { type DramaElement, find, findAll, loadScript, mount } from '../support/element.js'
import { expect } from '../support/expect.js'
import { until } from '../support/until.js'

const LOCKED_EPISODE = 4

interface Paywall {
  drama_id: string
  episode_no: number
  price: number
  money: { amount: number; currency: string } | null
  grant(): Promise<boolean>
}

async function openLocked(isCancelled: boolean) {
  const paywalls: Paywall[] = []
  const element = mount()
  element.addEventListener('drama-paywall', event => {
    // The app shows no offer before the page has handled the event.
    expect(findAll(element, '.paywall-pack').some(choice => choice.checkVisibility({ visibilityProperty: true }))).toBe(
      false
    )
    paywalls.push((event as CustomEvent).detail)
    if (isCancelled) event.preventDefault()
  })
  await until(() => find(element, '.row-title'))
  await element.navigateTo({ url: `/pages/index/play?drama_id=d_last-train&episode_no=${LOCKED_EPISODE}` })
  await until(() => paywalls[0])
  return { element, paywalls }
}

const seen = (element: DramaElement, selector: string) =>
  findAll(element, selector).filter(part => part.checkVisibility({ visibilityProperty: true }))

describe('the paywall', () => {
  before(() => loadScript())

  it('tells the page first what is about to be sold, then shows it', async () => {
    const { element, paywalls } = await openLocked(false)
    await until(() => seen(element, 'button.paywall-pack').length === 3)
    const [{ drama_id, episode_no, price, money } = {} as Paywall] = paywalls
    expect({ drama_id, episode_no, price }).toEqual({ drama_id: 'd_last-train', episode_no: LOCKED_EPISODE, price: 60 })
    expect(money?.currency).toBe('BRL')
  })

  it('a page that cancels has the sale to itself; the viewer has lock, title and the ways on', async () => {
    const { element, paywalls } = await openLocked(true)
    await until(() => find(element, '.locked') && !find(element, '.locked-offer'))
    expect(seen(element, '.locked-sign, .locked h2, .locked-drama').length).toBe(3)
    find(element, '.locked button.episode-bar')?.click()
    await until(() => find(element, '.episode-list-grid'))
    expect(find(element, '.unlock-all')).toBe(undefined)
    find(element, '.sheet-close')?.click()
    await until(() => !find(element, '.episode-list'))

    expect(await paywalls[0]?.grant()).toBe(false)
    await until(() => seen(element, 'button.paywall-pack').length === 3)
    find(element, '.locked-actions button')?.click()
    await until(() => find(element, '.player-no')?.textContent?.endsWith(`${LOCKED_EPISODE - 1}`))
    expect(await paywalls[0]?.grant()).toBe(false)
    expect(paywalls.length).toBe(1)
  })
})
