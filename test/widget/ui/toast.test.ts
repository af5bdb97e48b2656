import type { Lab } from '../lab/entry.js'
import { find, focused, open } from '../lab/open-lab.js'
import { centreOf, mouse, press } from '../support/devtools.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

describe('the toast on screen', () => {
  let lab: Lab

  beforeEach(async () => {
    lab = await open('overlays')
  })

  const shown = () => find(lab, '.toast')
  const text = () => shown()?.textContent
  const one = () => find(lab, '#one')

  it('D-232 comes after 10 ms and is gone 1500 ms later', async () => {
    lab.app.toasts.show({ title: 'Saved' })
    await settle()
    expect(shown()).toBe(undefined)
    await lab.advance(10)
    await eventually(text, 'Saved')
    await lab.advance(1499)
    await settle()
    expect(text()).toBe('Saved')
    await lab.advance(1)
    await eventually(shown, undefined)
  })

  it('D-144 D-145 D-146 D-147 has a picture of its own for each icon, and none for none', async () => {
    const pictures: Record<string, string | undefined> = {}
    for (const icon of ['success', 'loading', 'none', 'error']) {
      lab.app.toasts.show({ title: icon, icon })
      await lab.advance(10)
      await eventually(text, icon)
      pictures[icon] = shown()?.querySelector('path, .spinner-ring')?.outerHTML
    }
    expect(pictures.none).toBe(undefined)
    expect(new Set([pictures.success, pictures.loading, pictures.error]).size).toBe(3)
    expect(pictures.loading).toMatch(/spinner-ring/)
  })

  it('D-148 has the picture of success for an icon that nobody knows', async () => {
    const picture = async (icon: string) => {
      lab.app.toasts.show({ title: icon, icon })
      await lab.advance(10)
      await eventually(text, icon)
      return shown()?.querySelector('path')?.getAttribute('d')
    }
    expect(await picture('heart')).toBe(await picture('success'))
  })

  it('shows an image in the place of the icon', async () => {
    const image = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
    lab.app.toasts.show({ title: 'Liked', icon: 'error', image })
    await lab.advance(10)
    await until(shown)
    expect(shown()?.querySelector('img')?.src).toBe(image)
    expect(shown()?.querySelector('svg')).toBe(null)
  })

  it('is text, whatever is in it', async () => {
    lab.app.toasts.showText('<img src=x onerror=alert(1)><b>bold</b>')
    await lab.advance(10)
    await eventually(text, '<img src=x onerror=alert(1)><b>bold</b>')
    expect(shown()?.querySelector('img, b')).toBe(null)
  })

  it('is announced: the region for it is there before its text', async () => {
    const region = await until(() => find(lab, '.toasts[role="status"]'))
    lab.app.toasts.showText('Copied')
    await lab.advance(10)
    await eventually(() => region.textContent, 'Copied')
    expect(region.isConnected).toBe(true)
  })

  it('stays within the element, however long it is, and lets fingers through', async () => {
    lab.app.toasts.showText('Palavra-longa-sem-nenhum-espaço-para-quebrar'.repeat(20))
    await lab.advance(10)
    const toast = await until(shown)
    await until(() => !toast.getAnimations().length)
    const [box, inner] = [lab.host.getBoundingClientRect(), toast.getBoundingClientRect()]
    expect(inner.left >= box.left && inner.right <= box.right && inner.bottom <= box.bottom).toBe(true)
    await mouse.down(centreOf(one()))
    await mouse.up(centreOf(one()))
    await eventually(() => lab.events, ['one'])
  })

  it('with a mask lets nothing through, neither finger nor key, and then gives everything back', async () => {
    one()?.focus()
    expect(focused(lab)).toBe('one')
    lab.app.toasts.showLoading({ title: 'Wait', mask: true })
    await lab.advance(10)
    await until(shown)
    await mouse.down(centreOf(one()))
    await mouse.up(centreOf(one()))
    await press('Enter')
    await settle()
    expect(lab.events).toEqual([])
    lab.app.toasts.hideLoading()
    await eventually(shown, undefined)
    expect(focused(lab)).toBe('one')
    await press('Enter')
    await eventually(() => lab.events, ['one'])
    await mouse.down(centreOf(find(lab, '#two')))
    await mouse.up(centreOf(find(lab, '#two')))
    await eventually(() => lab.events, ['one', 'two'])
  })

  it('blocks on under a toast that comes while loading', async () => {
    lab.app.toasts.showLoading({ mask: true })
    await lab.advance(10)
    lab.app.toasts.showText('Still at it')
    await lab.advance(10)
    await eventually(text, 'Still at it')
    await mouse.down(centreOf(one()))
    await mouse.up(centreOf(one()))
    await settle()
    expect(lab.events).toEqual([])
    await lab.advance(2000)
    await eventually(() => shown()?.querySelector('.spinner-ring') !== null, true)
  })

  it('does not take the focus from the page around the app', async () => {
    const field = document.body.appendChild(document.createElement('input'))
    one()?.focus()
    lab.app.toasts.showLoading({ mask: true })
    await lab.advance(10)
    await until(shown)
    field.focus()
    lab.app.toasts.hideLoading()
    await eventually(shown, undefined)
    expect(document.activeElement).toBe(field)
    field.remove()
  })
})
