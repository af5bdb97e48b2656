import type { Lab } from '../lab/entry.js'
import { find, open } from '../lab/open-lab.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

type Page = { list: string[]; next_cursor: string | null; has_more: boolean }

async function openList(height = 400) {
  const loads: { cursor: string | undefined; answer: (count: number, isLast?: boolean) => void; fail: () => void }[] =
    []
  let total = 0
  const load = (cursor?: string) =>
    new Promise<Page>((resolve, reject) =>
      loads.push({
        cursor,
        fail: () => reject(new Error('no answer')),
        answer: (count, isLast = false) =>
          resolve({
            list: Array.from({ length: count }, () => `square ${total++}`),
            next_cursor: isLast ? null : `after ${total}`,
            has_more: !isLast
          })
      })
    )
  const lab = await open('growing', { properties: { load }, height })
  squares.replaceSync('.square { height: 100px }')
  lab.root.adoptedStyleSheets = [...lab.root.adoptedStyleSheets, squares]
  const page = await until(() => find(lab, '.page'))
  return { lab, page, loads }
}

/** A list whose second page has failed. */
async function openFailedList() {
  const opened = await openList()
  const { lab, page, loads } = opened
  loads[0]?.answer(60)
  await eventually(() => count(lab), 60)
  scrollToEnd(page, 0)
  await until(() => loads[1])
  loads[1]?.fail()
  await until(() => find(lab, '.infinite-list-end button'))
  return opened
}

const squares = new CSSStyleSheet()
const count = (lab: Lab) => lab.root.querySelectorAll('.square').length
const scrollToEnd = (page: HTMLElement, distance: number) =>
  page.scrollTo({ top: page.scrollHeight - page.clientHeight - distance, behavior: 'instant' })

describe('a list that grows', () => {
  it('D-274 asks for more 50 px from its end, once, and no sooner', async () => {
    const { lab, page, loads } = await openList()
    loads[0]?.answer(60)
    await eventually(() => count(lab), 60)
    scrollToEnd(page, 51)
    await settle()
    expect(loads.length).toBe(1)
    scrollToEnd(page, 50)
    await until(() => loads[1])
    scrollToEnd(page, 0)
    await settle()
    expect(loads.length).toBe(2)
  })

  it('shows that more is on its way, and goes on from there', async () => {
    const { lab, page, loads } = await openList()
    loads[0]?.answer(60)
    await eventually(() => count(lab), 60)
    expect(find(lab, '.infinite-list-end .spinner-ring')).toBe(undefined)
    scrollToEnd(page, 0)
    await until(() => find(lab, '.infinite-list-end .spinner-ring'))
    loads[1]?.answer(60)
    await eventually(() => count(lab), 120)
    expect(find(lab, '.infinite-list-end .spinner-ring')).toBe(undefined)
    scrollToEnd(page, 0)
    await until(() => loads[2])
    loads[2]?.answer(3, true)
    await eventually(() => count(lab), 123)
    scrollToEnd(page, 0)
    await settle()
    expect(loads.length).toBe(3)
    expect(find(lab, '.infinite-list-end')?.hidden).toBe(true)
  })

  it('fills a page that is too short to scroll, by itself', async () => {
    const { lab, page, loads } = await openList()
    for (let turn = 0; page.scrollHeight <= page.clientHeight; turn++) {
      await until(() => loads[turn])
      loads[turn]?.answer(1)
      await eventually(() => count(lab), turn + 1)
    }
    const enough = loads.length
    await settle()
    expect(enough).toBeGreaterThan(3)
    expect(loads.length).toBe(enough)
  })

  it('stops asking a server that has nothing more and does not say so', async () => {
    const { loads } = await openList()
    loads[0]?.answer(1)
    await until(() => loads[1])
    loads[1]?.answer(0)
    await settle()
    await settle()
    expect(loads.length).toBe(2)
  })

  it('says when more did not come, and tries again at a tap', async () => {
    const { lab, loads } = await openFailedList()
    const button = find(lab, '.infinite-list-end button')
    expect(button?.textContent).toBe('More could not be loaded. Tap to try again.')
    expect(count(lab)).toBe(60)
    await settle()
    expect(loads.length).toBe(2)
    button?.click()
    await until(() => loads[2])
    expect(loads[2]?.cursor).toBe(loads[1]?.cursor)
    loads[2]?.answer(1, true)
    await eventually(() => count(lab), 61)
    expect(find(lab, '.infinite-list-end button')).toBe(undefined)
  })

  it('tries again when the connection is back, and not if more came meanwhile', async () => {
    const { lab, loads } = await openFailedList()
    lab.connect()
    await until(() => loads[2])
    expect(loads[2]?.cursor).toBe(loads[1]?.cursor)
    loads[2]?.answer(1, true)
    await eventually(() => count(lab), 61)
    lab.connect()
    await settle()
    expect(loads.length).toBe(3)
  })

  it('tries again when its end is left and reached again', async () => {
    const { lab, page, loads } = await openFailedList()
    scrollToEnd(page, 500)
    await settle()
    await lab.advance(350)
    scrollToEnd(page, 0)
    await until(() => loads[2])
  })

  it('asks when a larger box brings its end near', async () => {
    const { lab, loads } = await openList(300)
    loads[0]?.answer(12)
    await eventually(() => count(lab), 12)
    await settle()
    expect(loads.length).toBe(1)
    lab.host.style.height = '1200px'
    await until(() => loads[1])
  })
})
