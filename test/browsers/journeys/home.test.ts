import { expect, test } from 'vitest'
import { type FaultProxy, openFaultyProduct } from '../../e2e/support/fault-proxy.js'
import { waitForHome } from '../support/app.js'
import { inApp } from '../support/element.js'
import { hasFeature, prepareJourneys } from '../support/journey.js'
import { dragTo, swipe } from '../support/touch.js'

let product: FaultProxy
const journeys = prepareJourneys(async () => {
  product = await openFaultyProduct()
  return product
})

test('Home that is pulled down is loaded again', async () => {
  const page = await journeys.open('/')
  await waitForHome(page)
  const countRequests = () => product.requestedPaths.filter(path => path.startsWith('/index/home')).length
  const from = { x: 180, y: 120 }
  // The first touch loads the code of the indicator, once Home listens to it.
  await expect
    .poll(async () => {
      await swipe(page, from, { x: 180, y: 130 })
      return inApp(page, '.pull-circle').count()
    })
    .toBe(1)
  const before = countRequests()
  await dragTo(page, from, { x: 180, y: 320 })
  await expect.poll(() => inApp(page, '.pull-circle').attribute('data-state')).toBe('pulling')
  await page.touchEnd()
  await expect.poll(countRequests).toBeGreaterThan(before)
  await expect.poll(() => inApp(page, '.pull-circle').attribute('data-state')).toBe('')
})

test('the slides of the hero follow a finger, or a wheel where a driver’s finger scrolls nothing', async () => {
  const page = await journeys.open('/')
  await waitForHome(page)
  const readTrack = () =>
    inApp(page, '.hero .swiper-track').read(track => Math.round(track.scrollLeft / track.clientWidth))
  const { x, y } = await inApp(page, '.hero .swiper-track').waitForPlace()
  const turn = (direction: 1 | -1) =>
    hasFeature(page, 'touch scrolling')
      ? swipe(page, { x: x + 120 * direction, y }, { x: x - 120 * direction, y })
      : page.wheel({ x, y }, { x: 300 * direction, y: 0 })
  const expectSlide = async (index: number) => {
    await expect.poll(readTrack).toBe(index)
    const dot = inApp(page, `.swiper-dots button:nth-child(${index + 1})`)
    await expect.poll(() => dot.attribute('aria-current')).toBe('true')
  }
  const before = (await readTrack()) ?? 0
  await turn(1)
  await expectSlide(before + 1)
  // By themselves the slides go forward only.
  await turn(-1)
  await expectSlide(before)
})
