import type { Lab } from '../lab/entry.js'
import { find, open } from '../lab/open-lab.js'
import { centreOf, fingers, mouse } from '../support/devtools.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

describe('holding an element', () => {
  let lab: Lab
  const target = (x = 0, y = 0) => {
    const place = centreOf(find(lab, '#held'))
    return { x: place.x + x, y: place.y + y }
  }
  const isHeld = () => find(lab, '[data-held]') !== undefined

  beforeEach(async () => {
    lab = await open('press')
    await until(() => find(lab, '#held[data-listening]'))
  })

  it('D-235 is recognised after 350 ms, and ends when the finger is lifted; its click is nobody’s', async () => {
    await fingers.down(target())
    await lab.advance(349)
    expect(lab.events).toEqual([])
    await lab.advance(1)
    expect(lab.events).toEqual(['press'])
    expect(isHeld()).toBe(true)
    await fingers.up()
    await eventually(() => lab.events, ['press', 'end'])
    await lab.advance(0)
    expect(isHeld()).toBe(false)
    await settle()
    expect(lab.events).toEqual(['press', 'end'])
  })

  it('a tap is a tap', async () => {
    await fingers.tap(target())
    await eventually(() => lab.events, ['click'])
    await lab.advance(1000)
    expect(lab.events).toEqual(['click'])
  })

  for (const [x, y, expected] of [
    [10, 10, ['press']],
    [-10, 10, ['press']],
    [11, 0, []],
    [0, -11, []]
  ] as const) {
    it(`D-236 a finger that moved by ${x}, ${y} px presses: ${expected.length > 0}`, async () => {
      // Dispatch the move, because the browser handles the first 15 px of a real one itself.
      await fingers.down(target())
      lab.host.shadowRoot?.querySelector('#held')?.dispatchEvent(moveTo(target(x, y)))
      await lab.advance(350)
      expect(lab.events).toEqual([...expected])
    })
  }

  it('D-236 a real finger that wanders off is no press', async () => {
    await fingers.drag(target(), target(0, 60))
    await lab.advance(350)
    expect(lab.events).toEqual([])
  })

  it('a second finger, and a touch that is taken away, end it', async () => {
    await fingers.down(target())
    await fingers.down(target(), target(20))
    await lab.advance(350)
    expect(lab.events).toEqual([])
    await fingers.up()
    await fingers.down(target())
    await lab.advance(350)
    await fingers.takeAway()
    await eventually(() => lab.events, ['press', 'end'])
  })

  it('no menu comes up under a finger, but one does for the mouse', async () => {
    const menu = () => new Event('contextmenu', { bubbles: true, cancelable: true, composed: true })
    const button = find(lab, '#held') as HTMLElement
    expect(button.dispatchEvent(menu())).toBe(true)
    await fingers.down(target())
    expect(button.dispatchEvent(menu())).toBe(false)
    await fingers.up()
    expect(button.dispatchEvent(menu())).toBe(true)
  })

  it('works with the mouse too, and its click is nobody’s', async () => {
    await mouse.down(target())
    await lab.advance(350)
    expect(lab.events).toEqual(['press'])
    await mouse.up(target())
    await settle()
    expect(lab.events).toEqual(['press', 'end'])
    await lab.advance(0)
    await mouse.down(target())
    await mouse.up(target())
    await eventually(() => lab.events, ['press', 'end', 'click'])
  })
})

function moveTo({ x, y }: { x: number; y: number }) {
  const target = document.body
  const touch = new Touch({ identifier: 0, target, clientX: x, clientY: y })
  return new TouchEvent('touchmove', { touches: [touch], bubbles: true, composed: true })
}
