import { centreOf, fingers, mouse } from '../support/devtools.js'
import { type DramaElement, find, findAll, loadScript, mountPlayer, playing } from '../support/element.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

const pill = (element: DramaElement) => {
  const shown = find(element, '.player-rate')
  return shown?.hidden ? undefined : shown?.textContent
}
const rates = (element: DramaElement) => findAll<HTMLVideoElement>(element, 'video').map(video => video.playbackRate)

describe('holding the picture', () => {
  let element: DramaElement
  let video: HTMLVideoElement

  before(() => loadScript())
  beforeEach(async () => {
    window.scrollTo(0, 0)
    element = await mountPlayer()
    video = await until(() => playing(element))
  })
  afterEach(() => fingers.takeAway())

  const picture = () => {
    const { x } = centreOf(find(element, '.episode-carousel'))
    return { x, y: 250 }
  }

  it('D-235 plays at twice the speed, says so, and goes on as before when the finger is lifted', async () => {
    expect(video.playbackRate).toBe(1)
    await fingers.down(picture())
    await eventually(() => video.playbackRate, 2)
    await eventually(() => pill(element), '2x')
    await fingers.up()
    await eventually(() => video.playbackRate, 1)
    await eventually(() => pill(element), undefined)
    await settle()
    const moment = video.currentTime
    await until(() => video.currentTime > moment)
    expect(video.paused).toBe(false)
    expect(rates(element)).toEqual([1, 1, 1])
  })

  it('is no tap: a tap pauses, and a hold of the paused picture neither plays nor speeds up', async () => {
    await fingers.tap(picture())
    await eventually(() => video.paused, true)
    await fingers.down(picture())
    await until(() => find(element, '[data-held]'))
    await fingers.up()
    await eventually(() => find(element, '[data-held]'), undefined)
    expect(video.paused).toBe(true)
    expect(video.playbackRate).toBe(1)
    await fingers.tap(picture())
    await eventually(() => video.paused, false)
  })

  it('a finger that moves on while holding turns no page', async () => {
    const route = element.getState().route
    await fingers.down(picture())
    await eventually(() => video.playbackRate, 2)
    const { x, y } = picture()
    for (const distance of [20, 60, 120]) await fingers.move({ x, y: y - distance })
    expect(find(element, '[data-dragging]')).toBe(undefined)
    await fingers.up()
    await eventually(() => video.playbackRate, 1)
    await settle()
    expect(playing(element)).toBe(video)
    expect(element.getState().route).toBe(route)
    expect(find(element, '.player-no')?.textContent).toMatch(/1$/)
  })

  it('D-236 a swipe is no hold', async () => {
    const { x, y } = picture()
    await fingers.drag({ x, y }, { x, y: y - 200 })
    await fingers.up()
    await eventually(() => find(element, '.player-no')?.textContent?.endsWith('2'), true)
    expect(rates(element)).toEqual([1, 1, 1])
  })

  it('works with the mouse', async () => {
    await mouse.down(picture())
    await eventually(() => video.playbackRate, 2)
    await mouse.up(picture())
    await eventually(() => video.playbackRate, 1)
    await eventually(() => find(element, '[data-held]'), undefined)
    expect(video.paused).toBe(false)
  })
})
