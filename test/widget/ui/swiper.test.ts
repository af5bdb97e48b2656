import type { Lab, LabOptions } from '../lab/entry.js'
import { find, open } from '../lab/open-lab.js'
import { centreOf, fingers, mouse, preferReducedMotion } from '../support/devtools.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

const track = (lab: Lab) => find(lab, '.swiper-track') as HTMLElement
const share = (lab: Lab) => track(lab).scrollLeft / track(lab).clientWidth

async function openSwiper(properties: Record<string, unknown> = {}, options: LabOptions = {}) {
  const lab = await open('swiper', { properties, ...options })
  await until(() => track(lab)?.clientWidth)
  await settle()
  return lab
}

const autoplay = { isAutoplay: true }

describe('slides', () => {
  it('D-276 move on every 5000 ms, from the last to the first', async () => {
    const lab = await openSwiper(autoplay)
    for (const slide of [1, 2, 0]) {
      const before = lab.events.length
      await until(() => lab.environment.hasTimerDueIn(5000))
      await lab.advance(4999)
      await settle()
      expect(lab.events.length).toBe(before)
      await lab.advance(1)
      await eventually(() => lab.events.at(-1), `slide ${slide}`)
      await eventually(() => share(lab), slide)
    }
  })

  it('D-276 stay where they are when nobody asked them to move', async () => {
    const lab = await openSwiper()
    await lab.advance(60_000)
    await settle()
    expect(lab.events).toEqual([])
    expect(share(lab)).toBe(0)
  })

  it('D-277 take 500 ms to move', async () => {
    const lab = await openSwiper()
    const seen: { share: number; at: number }[] = []
    const watch = (now: number) => {
      seen.push({ share: share(lab), at: now })
      if (share(lab) < 2) requestAnimationFrame(watch)
    }
    find(lab, '.swiper-dots button:last-child')?.click()
    const start = performance.now()
    requestAnimationFrame(watch)
    const { at: arrived } = await until(() => seen.find(one => one.share === 2))
    expect(arrived - start).toBeGreaterThan(480)
    expect(arrived - start < 1500).toBe(true)
    const between = seen.filter(one => one.share > 0.01 && one.share < 1.99)
    expect(between.length).toBeGreaterThan(5)
    expect(between.every((one, index) => one.share >= (between[index - 1]?.share ?? 0))).toBe(true)
  })

  it('are swiped by a finger, one at a time, and say where they are', async () => {
    const lab = await openSwiper()
    const { x, y } = centreOf(track(lab))
    await fingers.drag({ x: x + 150, y }, { x: x - 150, y }, 12)
    await fingers.up()
    await eventually(() => share(lab), 1)
    await eventually(() => lab.events, ['slide 1'])
    expect(find(lab, '[aria-current="true"]')?.getAttribute('aria-label')).toBe('slide 1')
  })

  const waits: Record<string, [hold: (lab: Lab) => unknown, release: (lab: Lab) => unknown]> = {
    'a finger is on them': [lab => fingers.down(centreOf(track(lab))), () => fingers.up()],
    'the mouse is on them': [lab => mouse.move(centreOf(track(lab))), () => mouse.move({ x: 790, y: 590 })],
    'the focus is on them': [lab => find(lab, '.slide button')?.focus(), lab => find(lab, '.slide button')?.blur()],
    'nobody sees the page': [lab => lab.environment.setVisible(false), lab => lab.environment.setVisible(true)],
    'they are not displayed': [lab => (lab.host.hidden = true), lab => (lab.host.hidden = false)]
  }
  for (const [when, [hold, release]] of Object.entries(waits)) {
    it(`wait while ${when}, and then go on`, async () => {
      await mouse.move({ x: 790, y: 590 })
      const lab = await openSwiper(autoplay)
      await hold(lab)
      await settle()
      await lab.advance(5000)
      await lab.advance(5000)
      await settle()
      expect(lab.events).toEqual([])
      await release(lab)
      await settle()
      await lab.advance(5000)
      await eventually(() => lab.events, ['slide 1'])
    })
  }

  it('do not move by themselves for a viewer who prefers stillness, and jump when told to', async () => {
    await preferReducedMotion()
    const lab = await openSwiper(autoplay)
    await lab.advance(5000)
    await settle()
    expect(lab.events).toEqual([])
    find(lab, '.swiper-dots button:last-child')?.click()
    await until(() => lab.events.length)
    await settle()
    expect(share(lab)).toBe(2)
  })

  it('a finger on moving slides stops them', async () => {
    const lab = await openSwiper({ count: 5 })
    const { requestAnimationFrame: usual } = window
    // Slow down the animation, so that the finger touches before it ends.
    window.requestAnimationFrame = draw => usual(now => draw(now / 50))
    try {
      find(lab, '.swiper-dots button:last-child')?.click()
      await until(() => track(lab).hasAttribute('data-gliding') && share(lab) > 0)
      // Touch beside the dots, because a dot is a button.
      await fingers.down({ x: track(lab).getBoundingClientRect().left + 20, y: centreOf(track(lab)).y })
      await eventually(() => track(lab).hasAttribute('data-gliding'), false)
    } finally {
      window.requestAnimationFrame = usual
    }
    expect(share(lab) < 4).toBe(true)
    await fingers.up()
  })

  it('stay at their slide when the box changes its width, or was not displayed', async () => {
    const lab = await openSwiper({ start: 2 })
    expect(share(lab)).toBe(2)
    lab.host.style.width = '500px'
    await eventually(() => track(lab).clientWidth, 500)
    await eventually(() => share(lab), 2)
    lab.host.hidden = true
    await settle()
    lab.host.hidden = false
    await eventually(() => share(lab), 2)
    expect(lab.events).toEqual([])
  })

  it('a single one has no dots and does not move', async () => {
    const lab = await openSwiper({ count: 1, ...autoplay })
    await lab.advance(5000)
    await settle()
    expect(find(lab, '.swiper-dots')).toBe(undefined)
    expect(lab.events).toEqual([])
  })
})
