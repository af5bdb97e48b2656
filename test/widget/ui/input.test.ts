import type { Lab } from '../lab/entry.js'
import { find, open } from '../lab/open-lab.js'
import { centreOf, compose, mouse, press, write } from '../support/devtools.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

const field = (lab: Lab) => until(() => find<HTMLInputElement>(lab, 'input'))

async function openField(properties: Record<string, unknown> = {}) {
  const lab = await open('input', { properties })
  const input = await field(lab)
  input.focus()
  return { lab, input }
}

describe('a text field', () => {
  it('D-278 tells what was written 100 ms after the last key', async () => {
    const { lab, input } = await openField()
    await write('a')
    await lab.advance(99)
    await write('b')
    await lab.advance(99)
    expect(lab.events).toEqual([])
    await lab.advance(1)
    expect(lab.events).toEqual(['change ab'])
    expect(input.value).toBe('ab')
    await lab.advance(1000)
    expect(lab.events).toEqual(['change ab'])
  })

  it('Enter tells at once, and then submits', async () => {
    const { lab } = await openField()
    await write('love')
    await press('Enter')
    await eventually(() => lab.events, ['change love', 'submit love'])
    await lab.advance(100)
    expect(lab.events.length).toBe(2)
  })

  it('leaving the field tells at once', async () => {
    const { lab, input } = await openField()
    await write('love')
    input.blur()
    await eventually(() => lab.events, ['change love'])
  })

  it('D-151 takes 140 characters and no more', async () => {
    const { lab, input } = await openField()
    await write('x'.repeat(139))
    await write('yz')
    await eventually(() => input.value, `${'x'.repeat(139)}y`)
    await lab.advance(100)
    expect(lab.events).toEqual([`change ${'x'.repeat(139)}y`])
  })

  it('D-151 140 is the default for what is no number; another maxlength goes before', async () => {
    const none = await openField({ maxLength: Number.NaN })
    await write('x'.repeat(150))
    await eventually(() => none.input.value.length, 140)
    const three = await openField({ maxLength: 3 })
    await write('abcd')
    await eventually(() => three.input.value, 'abc')
  })

  it('counts what is seen, and never leaves half an emoji', async () => {
    const { input } = await openField({ maxLength: 2 })
    await write('👨‍👩‍👧‍👦🇧🇷👍🏽')
    await eventually(() => input.value, '👨‍👩‍👧‍👦🇧🇷')
  })

  it('what does not fit is dropped where it was put in, and the caret stays there', async () => {
    const { input } = await openField({ value: 'abcd', maxLength: 5 })
    input.setSelectionRange(2, 2)
    await write('XY')
    await eventually(() => input.value, 'abXcd')
    expect(input.selectionStart).toBe(3)
  })

  it('leaves alone what an input method composes, and tells it when it is finished', async () => {
    const { lab, input } = await openField({ maxLength: 2 })
    await compose('n')
    await compose('ni')
    await compose('nihao')
    await lab.advance(1000)
    expect(input.value).toBe('nihao')
    expect(lab.events).toEqual([])
    await write('你好')
    await eventually(() => input.value, '你好')
    await lab.advance(100)
    expect(lab.events).toEqual(['change 你好'])
  })

  it('cuts a composition that is too long when it is finished', async () => {
    const { lab, input } = await openField({ maxLength: 1 })
    await compose('nihao')
    await write('你好')
    await eventually(() => input.value, '你')
    await lab.advance(100)
    expect(lab.events).toEqual(['change 你'])
  })

  it('has a button that empties it while there is something in it, and keeps the focus', async () => {
    const { lab, input } = await openField()
    const clear = () => find(lab, '.input button')
    expect(clear()).toBe(undefined)
    await write('love')
    await until(clear)
    await mouse.down(centreOf(clear()))
    await mouse.up(centreOf(clear()))
    await eventually(() => input.value, '')
    expect(lab.events.at(-1)).toBe('change ')
    expect(lab.root.activeElement).toBe(input)
    expect(clear()).toBe(undefined)
    await write('more')
    await lab.advance(100)
    expect(lab.events.at(-1)).toBe('change more')
  })

  it('shows a value that comes from elsewhere, and forgets what it was about to tell', async () => {
    const { lab, input } = await openField()
    await write('lo')
    lab.change({ value: 'picked' })
    await eventually(() => input.value, 'picked')
    await lab.advance(100)
    expect(lab.events).toEqual([])
  })

  it('is not set back by its own news while the viewer writes on', async () => {
    const { lab, input } = await openField()
    await write('ab')
    await lab.advance(100)
    await write('c')
    lab.change({ value: 'ab' })
    await settle()
    expect(input.value).toBe('abc')
    await lab.advance(100)
    expect(lab.events).toEqual(['change ab', 'change abc'])
  })

  it('keeps its keys from the page around the app, whose shortcuts would take them', async () => {
    const keys: string[] = []
    const onKeyDown = (event: KeyboardEvent) => keys.push(event.key)
    document.addEventListener('keydown', onKeyDown)
    await openField()
    await press('Enter')
    await settle()
    document.removeEventListener('keydown', onKeyDown)
    expect(keys).toEqual([])
  })
})
