import type { Lab } from '../lab/entry.js'
import { find, open } from '../lab/open-lab.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

const current = (lab: Lab) =>
  [...lab.root.querySelectorAll('.swiper-dots button')].findIndex(dot => dot.getAttribute('aria-current') === 'true')

describe('the featured dramas', () => {
  it('D-276 move on by themselves', async () => {
    const lab = await open('hero')
    await until(() => find(lab, '.hero'))
    for (const place of [1, 2]) {
      await until(() => lab.environment.hasTimerDueIn(5000))
      await lab.advance(5000)
      await eventually(() => current(lab), place)
    }
  })

  for (const lang of ['en', 'es', 'pt', 'zh-Hans', 'zh-Hant']) {
    it(`have room for the button and for the dots, whatever the width (${lang})`, async () => {
      const lab = await open('hero', { lang })
      await until(() => find(lab, '.hero'))
      for (const width of [280, 320, 359, 360, 375, 700, 960, 1200]) {
        lab.host.style.width = `${width}px`
        await settle()
        const button = find(lab, '.hero .button')?.getBoundingClientRect() as DOMRect
        const dots = [...lab.root.querySelectorAll('.swiper-dots button')].map(dot => dot.getBoundingClientRect())
        const hero = find(lab, '.hero')?.getBoundingClientRect() as DOMRect
        const clash = dots.filter(
          dot => dot.left < button.right && dot.top + 19 < button.bottom && dot.bottom - 19 > button.top
        )
        expect([width, clash.length]).toEqual([width, 0])
        expect(dots.every(dot => dot.left >= hero.left && dot.right <= hero.right && dot.width >= 24)).toBe(true)
        expect(button.height >= 44 && button.right <= hero.right).toBe(true)
      }
    })
  }
})
