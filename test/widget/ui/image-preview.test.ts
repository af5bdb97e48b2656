import type { Lab } from '../lab/entry.js'
import { find, focused, open } from '../lab/open-lab.js'
import { centreOf, fingers, mouse, type Place, press } from '../support/devtools.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

const picture = (colour: string) =>
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="${colour}"/></svg>`
const urls = ['red', 'green', 'blue'].map(picture)

describe('the image preview', () => {
  let lab: Lab

  beforeEach(async () => {
    lab = await open('overlays')
  })

  const box = () => find(lab, '.preview')
  const slide = () => lab.root.querySelectorAll<HTMLElement>('.preview-slide')[current()]
  const current = () => {
    const track = find(lab, '.preview .swiper-track')
    return track ? Math.round(track.scrollLeft / track.clientWidth) : -1
  }
  const scale = () => new DOMMatrix(slide()?.querySelector('img')?.style.transform || 'none').a
  const middle = (x = 0, y = 0): Place => ({ x: centreOf(box()).x + x, y: centreOf(box()).y + y })

  async function show(place: number | string = 0) {
    await lab.app.imagePreview?.show({ urls, current: place })
    await until(box)
    await until(() => slide()?.querySelector('img:not([hidden])'))
    await settle()
  }

  /** Spreads two fingers from 40 px to `factor` times as much, and leaves them down. */
  async function pinch(factor: number) {
    await fingers.down(middle(-20), middle(20))
    for (let step = 1; step <= 6; step++) {
      const reach = 20 + (20 * factor - 20) * (step / 6)
      await fingers.move(middle(-reach), middle(reach))
    }
  }

  it('fills the element, and no more, with the picture that was asked for', async () => {
    await show(urls[1])
    expect(current()).toBe(1)
    const [outer, inner] = [lab.host.getBoundingClientRect(), box()?.getBoundingClientRect()]
    expect([inner?.left, inner?.top, inner?.width, inner?.height]).toEqual([
      outer.left,
      outer.top,
      outer.width,
      outer.height
    ])
    expect(getComputedStyle(box() as Element).backgroundColor).toBe('rgba(0, 0, 0, 0.8)')
    expect(box()?.getAttribute('aria-label')).toBe('Picture 2 of 3')
  })

  it('D-238 is enlarged by two fingers up to 4 times, and goes back to 4', async () => {
    await show()
    await pinch(6)
    await eventually(() => scale() > 4, true)
    await fingers.up()
    await eventually(scale, 4)
  })

  it('D-237 is not made smaller than it is: below 1 it goes back to 1', async () => {
    await show()
    await pinch(0.2)
    await eventually(() => scale() < 1, true)
    await fingers.up()
    await eventually(scale, 1)
  })

  it('stays as large as the fingers left it', async () => {
    await show()
    await pinch(2.5)
    await fingers.up()
    await eventually(() => Math.round(scale() * 10), 25)
    expect(current()).toBe(0)
  })

  it('two taps enlarge it, two more show it whole, and neither closes', async () => {
    await show()
    for (const expected of [2, 1]) {
      await fingers.tap(middle())
      await fingers.tap(middle())
      await eventually(scale, expected)
      await lab.advance(1000)
    }
    expect(box() !== undefined).toBe(true)
  })

  it('is moved by a finger while enlarged, up to its edge, instead of swiped', async () => {
    await show()
    await pinch(2)
    await fingers.up()
    await eventually(() => Math.round(scale()), 2)
    const x = () => new DOMMatrix(slide()?.querySelector('img')?.style.transform).e
    await fingers.drag(middle(150), middle(90))
    await fingers.up()
    await eventually(() => Math.round(x()), -60)
    for (let turn = 0; turn < 3; turn++) {
      await fingers.drag(middle(170), middle(-170))
      await fingers.up()
    }
    await eventually(() => Math.round(x()), Math.round((-375 * (scale() - 1)) / 2))
    expect(current()).toBe(0)
  })

  it('is swiped to the next while it is not enlarged, and forgets the zoom of the one before', async () => {
    await show()
    await fingers.drag(middle(150), middle(-150), 12)
    await fingers.up()
    await eventually(current, 1)
    await eventually(() => box()?.getAttribute('aria-label'), 'Picture 2 of 3')
    await pinch(3)
    await fingers.up()
    await eventually(() => Math.round(scale()), 3)
    await press('ArrowLeft')
    await eventually(current, 0)
    await press('ArrowRight')
    await eventually(current, 1)
    await eventually(scale, 1)
  })

  it('arrow keys go as far as there are pictures', async () => {
    await show(1)
    await press('ArrowRight')
    await eventually(current, 2)
    await press('ArrowRight')
    await press('ArrowLeft')
    await eventually(current, 1)
  })

  it('a tap closes it, once it is known not to be the first of two', async () => {
    await show()
    await fingers.tap(middle(0, 200))
    await lab.advance(249)
    await settle()
    expect(box() !== undefined).toBe(true)
    await lab.advance(1)
    await eventually(box, undefined)
  })

  for (const [moved, closes] of [
    [20, true],
    [21, false]
  ] as const) {
    it(`a mouse that moved ${moved} px closes: ${closes}`, async () => {
      await show()
      await mouse.down(middle())
      await mouse.move(middle(0, moved))
      await mouse.up(middle(0, moved))
      await lab.advance(250)
      await settle()
      expect(box() === undefined).toBe(closes)
    })
  }

  it('Escape closes it, and the focus is where it was', async () => {
    find(lab, '#two')?.focus()
    await show()
    expect(focused(lab)).toBe('Close')
    await press('Escape')
    await eventually(box, undefined)
    expect(focused(lab)).toBe('two')
  })

  it('has a button to close it, 60 by 44 px in the upper right', async () => {
    await show()
    const button = find(lab, '.preview-close')?.getBoundingClientRect()
    expect([button?.width, button?.height]).toEqual([60, 44])
    expect([button?.top, button?.right]).toEqual([
      lab.host.getBoundingClientRect().top,
      lab.host.getBoundingClientRect().right
    ])
    await mouse.down(centreOf(find(lab, '.preview-close')))
    await mouse.up(centreOf(find(lab, '.preview-close')))
    await eventually(box, undefined)
  })

  it('Tab stays within it', async () => {
    await show()
    const seen = new Set<string | undefined>()
    for (let turn = 0; turn < 5; turn++) {
      await press('Tab')
      await settle()
      seen.add(focused(lab))
    }
    expect([...seen].sort()).toEqual(['Close', 'Picture 1 of 3', 'Picture 2 of 3', 'Picture 3 of 3'])
  })

  it('asked again while it is open, it shows the new pictures', async () => {
    await show(2)
    const before = box()
    await lab.app.imagePreview?.show({ urls: [picture('white'), ...urls], current: 1 })
    await eventually(() => lab.root.querySelectorAll('.preview-slide').length, 4)
    await eventually(current, 1)
    expect(box()).toBe(before)
  })

  it('says so when a picture cannot be shown', async () => {
    await lab.app.imagePreview?.show({ urls: ['data:image/png;base64,broken'] })
    await eventually(() => find(lab, '.preview-slide p')?.textContent, 'This picture could not be shown.')
  })
})
