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
  return find(element, '[data-transition], .page-copy, .cover-copy, .pages > .tab-bar') !== undefined
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
    const motion = await freeze(element, '.page[data-transition="entering"]')
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

  it('a tab has left before the next one comes, so that nobody reads one through the other', async () => {
    await element.switchTab({ url: '/pages/index/my' })
    const leaving = await freeze(element, '.page[data-transition="leaving"]')
    const entering = await freeze(element, '.page[data-transition="entering"]')
    const left = leaving.effect?.getComputedTiming().endTime
    expect(entering.effect?.getTiming().delay).toEqual(left as number)
    expect(getComputedStyle(await until(() => shownPage(element))).opacity).toEqual('0')
    leaving.finish()
    entering.finish()
    await eventually(() => isAnyMoving(element), false)
  })

  it('a tap during the motion ends it and shows the next page', async () => {
    await openWallet()
    const motion = await freeze(element, '.page[data-transition="entering"]')
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
    const picture = await until(() => copy.querySelector('img') ?? undefined)
    expect(picture.src).toEqual(poster.currentSrc)
    expect(isOver(copy, start)).toEqual(true)
    const motions = copy.getAnimations({ subtree: true })
    for (const motion of motions) motion.pause()
    const frame = await until(() => find(element, '.player-frame'))
    // At each moment the picture keeps its proportions and fills the frame.
    const { endTime } = opening.effect?.getComputedTiming() ?? {}
    for (const at of [0, Number(endTime) / 3, Number(endTime) - 1]) {
      for (const motion of motions) motion.currentTime = at
      const [shown, whole] = [copy.getBoundingClientRect(), picture.getBoundingClientRect()]
      const shape = whole.width / whole.height / (poster.naturalWidth / poster.naturalHeight)
      expect(Math.abs(shape - 1) < 0.02).toEqual(true)
      expect(whole.left < shown.left + 1 && whole.right > shown.right - 1).toEqual(true)
      expect(whole.top < shown.top + 1 && whole.bottom > shown.bottom - 1).toEqual(true)
    }
    expect(isOver(copy, frame.getBoundingClientRect())).toEqual(true)
    for (const motion of motions) motion.finish()
    opening.finish()
    await eventually(() => isAnyMoving(element), false)

    await until(() => playing(element))
    // Home lists the drama first as soon as the player knows it; later the cover would move while it is measured.
    await until(() => find(element, '.rail-favorite'))
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

describe('a page that the browser itself has moved', () => {
  let isMovedByBrowser: PropertyDescriptor | undefined

  before(() => loadScript())
  beforeEach(() => {
    isMovedByBrowser = Object.getOwnPropertyDescriptor(PopStateEvent.prototype, 'hasUAVisualTransition')
  })
  afterEach(() => {
    Object.defineProperty(PopStateEvent.prototype, 'hasUAVisualTransition', isMovedByBrowser ?? {})
  })

  it('does not move again', async () => {
    const element = await mountHome({ routing: 'history' })
    await whenAllLoaded(element)
    for (const isMoved of [false, true]) {
      Object.defineProperty(PopStateEvent.prototype, 'hasUAVisualTransition', {
        get: () => isMoved,
        configurable: true
      })
      await element.navigateTo({ url: '/pages/wallet/wallet' })
      await eventually(() => isAnyMoving(element), false)
      const copies: Node[] = []
      const observer = new MutationObserver(changes => {
        for (const { addedNodes } of changes) copies.push(...addedNodes)
      })
      observer.observe(await until(() => find(element, '.app')), { childList: true })
      history.back()
      await eventually(() => element.getState().route.startsWith('/pages'), false)
      await until(() => (shownPage(element) !== undefined && find(element, '.tab-bar')) || undefined)
      observer.disconnect()
      const hasMoved = copies.some(node => node instanceof Element && node.matches('.page-copy'))
      expect(hasMoved).toEqual(!isMoved)
      await eventually(() => isAnyMoving(element), false)
    }
  })
})
