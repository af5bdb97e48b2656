import type { Lab } from '../lab/entry.js'
import { find, focused, open } from '../lab/open-lab.js'
import { centreOf, mouse, press } from '../support/devtools.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

describe('a modal on screen', () => {
  let lab: Lab

  beforeEach(async () => {
    lab = await open('overlays')
  })

  const buttons = () => [...lab.root.querySelectorAll('.modal button')].map(button => button.textContent)
  const box = () => find(lab, '.modal')

  it('has its texts, and those of the viewer’s language for its buttons', async () => {
    void lab.app.modals.show({ title: 'Leave?', content: '<b>Your</b> place is kept.' })
    await until(box)
    expect(find(lab, '.modal h2')?.textContent).toBe('Leave?')
    expect(find(lab, '.modal p')?.textContent).toBe('<b>Your</b> place is kept.')
    expect(buttons()).toEqual(['Cancel', 'OK'])
    lab.app.modals.answer('cancel')
    await eventually(box, undefined)
    void lab.app.modals.show({ title: 'Done', showCancel: false, confirmText: 'Fine' })
    await until(box)
    expect(buttons()).toEqual(['Fine'])
  })

  it('is a dialog with a name to those who cannot see it', async () => {
    void lab.app.modals.show({ title: 'Leave?', content: 'Your place is kept.' })
    const dialog = await until(() => find<HTMLDialogElement>(lab, 'dialog'))
    expect(dialog.open).toBe(true)
    expect(dialog.getAttribute('aria-modal')).toBe('true')
    expect(find(lab, `#${dialog.getAttribute('aria-labelledby')}`)?.textContent).toBe('Leave?')
    expect(find(lab, `#${dialog.getAttribute('aria-describedby')}`)?.textContent).toBe('Your place is kept.')
  })

  for (const [place, answer] of [
    [0, { confirm: false, cancel: true }],
    [1, { confirm: true, cancel: false }]
  ] as const) {
    it(`button ${place} answers ${JSON.stringify(answer)}`, async () => {
      const answered = lab.app.modals.show({ title: 'Leave?' })
      await until(box)
      const button = centreOf(lab.root.querySelectorAll('.modal button')[place])
      await mouse.down(button)
      await mouse.up(button)
      expect(await answered).toEqual(answer)
      await eventually(box, undefined)
    })
  }

  it('keeps the focus, forwards and back, and returns it', async () => {
    find(lab, '#two')?.focus()
    void lab.app.modals.show({ title: 'Leave?' })
    await until(box)
    expect(focused(lab)).toBe('OK')
    for (const name of ['Cancel', 'OK', 'Cancel']) {
      await press('Tab')
      await eventually(() => focused(lab), name)
    }
    for (const name of ['OK', 'Cancel']) {
      await press('Tab', { shift: true })
      await eventually(() => focused(lab), name)
    }
    await press('Escape')
    await eventually(box, undefined)
    expect(focused(lab)).toBe('two')
  })

  it('Escape cancels, and is no Escape of the page around the app', async () => {
    const keys: string[] = []
    const onKeyDown = (event: KeyboardEvent) => keys.push(event.key)
    document.addEventListener('keydown', onKeyDown)
    const answered = lab.app.modals.show({ title: 'Leave?' })
    await until(box)
    await press('Escape')
    expect(await answered).toEqual({ confirm: false, cancel: true })
    document.removeEventListener('keydown', onKeyDown)
    expect(keys).toEqual([])
  })

  it('leaves nothing else of the app to touch, and all of the page around it', async () => {
    const outside = document.body.appendChild(document.createElement('button'))
    outside.textContent = 'outside'
    void lab.app.modals.show({ title: 'Leave?' })
    await until(box)
    expect(find(lab, '.pages')?.inert).toBe(true)
    find(lab, '#one')?.focus()
    expect(focused(lab)).toBe('OK')
    outside.focus()
    expect(document.activeElement).toBe(outside)
    expect(document.elementFromPoint(centreOf(outside).x, centreOf(outside).y)).toBe(outside)
    lab.app.modals.answer('confirm')
    await eventually(() => find(lab, '.pages')?.inert, false)
    expect(document.activeElement).toBe(outside)
    outside.remove()
  })

  it('stays within the element with a text that never ends, which can be scrolled', async () => {
    void lab.app.modals.show({ title: 'Terms', content: 'So it goes on and on.\n'.repeat(200) })
    const inner = await until(box)
    await Promise.all(inner.getAnimations({ subtree: true }).map(({ finished }) => finished))
    const [outer, dialog] = [lab.host.getBoundingClientRect(), inner.getBoundingClientRect()]
    expect(dialog.top >= outer.top && dialog.bottom <= outer.bottom).toBe(true)
    const [content, last] = [find(lab, '.modal p'), centreOf(lab.root.querySelectorAll('.modal button')[1])]
    expect((content?.scrollHeight ?? 0) > (content?.clientHeight ?? 0)).toBe(true)
    expect(last.y < outer.bottom).toBe(true)
  })

  it('a tap too many does not answer the next question', async () => {
    const first = lab.app.modals.show({ title: 'One?' })
    void lab.app.modals.show({ title: 'Two?' })
    await until(box)
    const place = centreOf(lab.root.querySelectorAll('.modal button')[1])
    await mouse.double(place)
    expect(await first).toEqual({ confirm: true, cancel: false })
    await eventually(() => find(lab, '.modal h2')?.textContent, 'Two?')
    await settle()
    expect(find(lab, '.modal h2')?.textContent).toBe('Two?')
    expect(focused(lab)).toBe('OK')
  })
})
