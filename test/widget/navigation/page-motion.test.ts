import {
  type DramaElement,
  find,
  findAll,
  loadScript,
  mountHome,
  mountPlayer,
  playing,
  whenAllLoaded
} from '../support/element.js'
import { expect } from '../support/expect.js'
import { eventually, until } from '../support/until.js'

const shownPage = (element: DramaElement) => find(element, '.page:not([hidden])')

const displayedPages = (element: DramaElement) =>
  findAll(element, '.page').filter(page => getComputedStyle(page).display !== 'none')

/** Stops the motion at its first moment. */
async function freeze(element: DramaElement, selector: string): Promise<Animation> {
  const animation = await until(() => find(element, selector)?.getAnimations()[0])
  animation.pause()
  animation.currentTime = 0
  return animation
}

function isAnyMoving(element: DramaElement): boolean {
  return find(element, '[data-motion], .page-copy, .cover-copy, .pages > .tab-bar') !== undefined
}

describe('motion between pages', () => {
  let element: DramaElement

  before(() => {
    performance.setResourceTimingBufferSize(2000)
    return loadScript()
  })
  beforeEach(async () => {
    element = await mountHome()
    await whenAllLoaded(element)
  })

  it('the code of the tabs and of the player is there before a tap', async () => {
    const isLoaded = (name: string) =>
      performance.getEntriesByType('resource').some(({ name: url }) => url.includes(`/${name}-`))
    const pages = ['discover-page', 'library-page', 'profile-page', 'play']
    await eventually(() => pages.filter(name => !isLoaded(name)), [])
  })

  const openWallet = () => element.navigateTo({ url: '/pages/wallet/wallet' })

  it('a new page slides over the old one, which stays in the picture until then', async () => {
    const width = element.clientWidth
    const home = shownPage(element)
    await openWallet()
    const motion = await freeze(element, '.page[data-motion="entering"]')
    const entering = shownPage(element)
    expect(entering === home).toEqual(false)
    const isWide = width >= 600
    const left = Math.round((entering?.getBoundingClientRect().left ?? 0) - element.getBoundingClientRect().left)
    expect(left).toEqual(isWide ? 48 : width)
    expect(displayedPages(element)).toEqual([home, entering])
    expect(find(element, '.pages > .tab-bar') !== undefined).toEqual(true)
    motion.finish()
    await eventually(() => isAnyMoving(element), false)
    expect(displayedPages(element)).toEqual([entering])
  })

  it('going back a copy of the page slides out, at the place to which it was scrolled', async () => {
    await openWallet()
    await eventually(() => isAnyMoving(element), false)
    const page = await until(() => (find(element, '.wallet-movements') ? shownPage(element) : undefined))
    page.style.height = '120px'
    page.scrollTo({ top: 40, behavior: 'instant' })
    await eventually(() => page.scrollTop, 40)
    void element.navigateBack()
    const motion = await freeze(element, '.page-copy')
    const copy = find(element, '.page-copy > .page')
    expect([copy?.scrollTop, copy?.inert, copy?.querySelectorAll('[id]').length]).toEqual([40, true, 0])
    expect(displayedPages(element).filter(({ parentElement }) => parentElement?.className === 'pages').length).toEqual(
      1
    )
    motion.finish()
    await eventually(() => isAnyMoving(element), false)
  })

  it('a tap during the motion ends it and shows the next page', async () => {
    await openWallet()
    const motion = await freeze(element, '.page[data-motion="entering"]')
    await element.switchTab({ url: '/pages/index/my' })
    await eventually(() => motion.playState, 'idle')
    await eventually(() => isAnyMoving(element), false)
    expect(displayedPages(element)).toEqual([shownPage(element)])
  })
})

describe('motion of a cover', () => {
  before(() => loadScript())

  function isOver(one: Element | undefined, { left, top, width, height }: DOMRect): boolean {
    if (!one) return false
    const box = one.getBoundingClientRect()
    const x = box.left + box.width / 2 - (left + width / 2)
    const y = box.top + box.height / 2 - (top + height / 2)
    return Math.hypot(x, y) < 2
  }

  it('the tapped cover grows from its place into the player, and the picture shrinks back into it', async () => {
    const element = await mountHome({ style: 'width: 375px' })
    element.scrollIntoView({ behavior: 'instant' })
    await whenAllLoaded(element)
    const poster = await until(() => find<HTMLImageElement>(element, '.card .poster[data-loaded]'))
    const start = poster.getBoundingClientRect()
    poster.click()
    const opening = await freeze(element, '.cover-copy')
    const copy = await until(() => find(element, '.cover-copy'))
    expect(copy.querySelector('img')?.src).toEqual(poster.currentSrc)
    expect(isOver(copy, start)).toEqual(true)
    opening.currentTime = Number(opening.effect?.getComputedTiming().endTime) - 1
    const frame = await until(() => find(element, '.player-frame'))
    expect(isOver(copy, frame.getBoundingClientRect())).toEqual(true)
    opening.finish()
    await eventually(() => isAnyMoving(element), false)

    await until(() => playing(element))
    void element.navigateBack()
    const closing = await freeze(element, '.cover-copy')
    expect(find(element, '.cover-copy canvas') !== undefined).toEqual(true)
    closing.currentTime = Number(closing.effect?.getComputedTiming().endTime) - 1
    const { drama } = poster.closest<HTMLElement>('[data-drama]')?.dataset ?? {}
    const covers = findAll(element, `[data-drama="${drama}"] .poster`)
    expect(covers.some(cover => isOver(find(element, '.cover-copy'), cover.getBoundingClientRect()))).toEqual(true)
    closing.finish()
    await eventually(() => isAnyMoving(element), false)
    expect(find(element, '.player')).toEqual(undefined)
  })

  it('a player without a cover behind it fades out', async () => {
    const element = await mountPlayer()
    await until(() => find(element, '.toasts'))
    void element.navigateBack()
    const closing = await freeze(element, '.cover-copy')
    expect(closing.effect?.getComputedTiming().endTime).toEqual(240)
    closing.finish()
    await eventually(() => isAnyMoving(element), false)
  })
})
