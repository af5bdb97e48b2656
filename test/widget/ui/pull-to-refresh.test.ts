import type { Lab } from '../lab/entry.js'
import { find, open } from '../lab/open-lab.js'
import { centreOf, fingers, preferReducedMotion } from '../support/devtools.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

async function openPage() {
  const refreshes: { succeed: () => void; fail: (error: unknown) => void }[] = []
  const refresh = () => new Promise<void>((succeed, fail) => refreshes.push({ succeed, fail }))
  const lab = await open('pull', { properties: { refresh } })
  const page = await until(() => find(lab, '.page'))
  await settle()
  return { lab, page, refreshes }
}

const circle = (lab: Lab) => find(lab, '.pull-circle')
const state = (lab: Lab) => circle(lab)?.dataset.state

/** Moves a finger from the centre by `distance` px, and leaves it down. */
async function pull(page: HTMLElement, distance: number, steps?: number) {
  const from = centreOf(page)
  await fingers.drag(from, { x: from.x, y: from.y + distance }, steps)
}

async function openTouched() {
  const opened = await openPage()
  await fingers.tap(centreOf(opened.page))
  await until(() => circle(opened.lab))
  return opened
}

async function openRefreshing() {
  const opened = await openTouched()
  await pull(opened.page, 100)
  await fingers.up()
  await until(() => opened.refreshes.length)
  return opened
}

describe('pulling a page down', () => {
  it('D-123 D-124 D-126 the first touch pulls already; let go it refreshes, and restores with the answer', async () => {
    const { lab, page, refreshes } = await openPage()
    await fingers.down(centreOf(page))
    await until(() => circle(lab))
    for (const distance of [20, 40, 60, 80]) await fingers.move({ x: centreOf(page).x, y: centreOf(page).y + distance })
    await eventually(() => state(lab), 'pulling')
    await fingers.up()
    await eventually(() => state(lab), 'refreshing')
    expect(refreshes.length).toBe(1)
    expect(circle(lab)?.textContent).toBe('Loading')
    refreshes[0]?.succeed()
    await eventually(() => state(lab), 'restore')
    await lab.advance(300)
    await eventually(() => state(lab), '')
  })

  for (const [distance, expected] of [
    [44, 'refresherabort'],
    [45, 'refreshing']
  ] as const) {
    it(`D-125 D-275 ${distance} px end as ${expected}`, async () => {
      const { lab, page, refreshes } = await openTouched()
      await pull(page, distance)
      await eventually(() => state(lab), 'pulling')
      await fingers.up()
      await eventually(() => state(lab), expected)
      expect(refreshes.length).toBe(expected === 'refreshing' ? 1 : 0)
    })
  }

  it('is not scrolling: the page stays at its top, and the page around it where it was', async () => {
    const { lab, page, refreshes } = await openTouched()
    const scrolled = window.scrollY
    await pull(page, 120)
    await eventually(() => state(lab), 'pulling')
    expect(page.scrollTop).toBe(0)
    expect(window.scrollY).toBe(scrolled)
    expect(refreshes.length).toBe(0)
  })

  it('a page that is scrolled is scrolled on, not pulled', async () => {
    const { lab, page, refreshes } = await openTouched()
    page.scrollTo({ top: 300, behavior: 'instant' })
    await eventually(() => page.scrollTop, 300)
    await pull(page, 120)
    await until(() => page.scrollTop < 250)
    await fingers.up()
    expect(state(lab)).toBe('')
    expect(refreshes.length).toBe(0)
  })

  it('a finger that goes up scrolls', async () => {
    const { lab, page, refreshes } = await openTouched()
    await pull(page, -200)
    await until(() => page.scrollTop > 100)
    await fingers.up()
    expect(state(lab)).toBe('')
    expect(refreshes.length).toBe(0)
  })

  it('a second finger ends it', async () => {
    const { lab, page, refreshes } = await openTouched()
    await pull(page, 100)
    await eventually(() => state(lab), 'pulling')
    const { x, y } = centreOf(page)
    await fingers.down({ x, y: y + 100 }, { x: x + 50, y })
    await eventually(() => state(lab), 'refresherabort')
    await fingers.up()
    await settle()
    expect(refreshes.length).toBe(0)
  })

  it('a refresh that fails is told, and restores', async () => {
    const { lab, refreshes } = await openRefreshing()
    refreshes[0]?.fail(new Error('no answer'))
    await eventually(() => state(lab), 'restore')
    await lab.advance(10)
    await eventually(() => find(lab, '.toast')?.textContent, 'Something went wrong, please try again.')
  })

  it('shows a circle of 45 px that comes into sight', async () => {
    const { lab, page } = await openRefreshing()
    await Promise.all(
      circle(lab)
        ?.getAnimations()
        .map(({ finished }) => finished) ?? []
    )
    const [inner, outer] = [circle(lab)?.getBoundingClientRect(), page.getBoundingClientRect()]
    expect([inner?.width, inner?.height]).toEqual([45, 45])
    expect((inner?.top ?? 0) >= outer.top).toBe(true)
  })

  it('still shows that it waits to a viewer who prefers stillness, without turning', async () => {
    await preferReducedMotion()
    const { lab } = await openRefreshing()
    const ring = await until(() => find(lab, '.pull-circle .spinner-ring'))
    expect(getComputedStyle(ring).animationName).toBe('breathe')
    expect(getComputedStyle(ring).animationDuration).toBe('2s')
  })
})
