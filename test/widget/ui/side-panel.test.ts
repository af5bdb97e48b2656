import { fingers } from '../support/devtools.js'
import { type DramaElement, find, findAll, loadScript, mountPlayer } from '../support/element.js'
import { expect } from '../support/expect.js'
import { eventually, until } from '../support/until.js'

describe('the player in a wide place', () => {
  let element: DramaElement

  before(() => loadScript())
  beforeEach(async () => {
    element = await mountPlayer({ style: 'width: 1200px; height: 700px' })
  })

  it('has the story and the episodes beside the picture, and a tap on one plays it', async () => {
    const list = await until(() => find(element, '.side-panel .episode-list-grid'))
    const frame = find(element, '.player-frame')?.getBoundingClientRect()
    expect((frame?.right ?? Infinity) <= list.getBoundingClientRect().left).toBe(true)
    expect(getComputedStyle(await until(() => find(element, '.rail-episodes'))).display).toBe('none')
    const [, second] = findAll(element, '.side-panel .episode-list-grid button')
    second?.click()
    await eventually(() => element.getState().route.includes('episode_no=2'), true)
    await eventually(() => second?.ariaCurrent, 'true')
  })

  it('has them in a sheet below 1000 px', async () => {
    await until(() => find(element, '.side-panel-content'))
    element.style.width = '990px'
    await eventually(() => find(element, '.side-panel-content'), undefined)
    const frame = find(element, '.player-frame')?.getBoundingClientRect()
    const host = element.getBoundingClientRect()
    expect(Math.round((frame?.left ?? 0) + (frame?.right ?? 0))).toBe(Math.round(host.left + host.right))
  })
})

describe('captions and controls', () => {
  before(() => loadScript())
  afterEach(() => fingers.takeAway())

  it('follow the finger, and come in with the next episode', async () => {
    window.scrollTo(0, 0)
    const element = await mountPlayer({ style: 'width: 375px; height: 500px' })
    const bottom = await until(() => find(element, '.player-bottom'))
    const { left, width, bottom: end } = bottom.getBoundingClientRect()
    const start = { x: left + width / 2, y: 250 }
    await fingers.down(start)
    await fingers.move({ x: start.x, y: 130 })
    await eventually(() => bottom.style.translate, '0px -120px')
    expect(bottom.getBoundingClientRect().bottom).toBe(end - 120)
    await fingers.up()
    await eventually(() => element.getState().route.includes('episode_no=2'), true)
    await eventually(() => bottom.style.translate, '')
    const [motion] = await until(() => {
      const motions = bottom.getAnimations().filter(animation => !(animation instanceof CSSTransition))
      return motions.length > 0 ? motions : undefined
    })
    motion?.pause()
    if (motion) motion.currentTime = 0
    const from = bottom.getBoundingClientRect().bottom - end
    expect(from > 300).toBe(true)
    motion?.finish()
    await eventually(() => bottom.getBoundingClientRect().bottom, end)
  })
})
