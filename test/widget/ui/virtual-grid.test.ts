import type { Lab } from '../lab/entry.js'
import { find, focused, open } from '../lab/open-lab.js'
import { press } from '../support/devtools.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

const styles = new CSSStyleSheet()
styles.replaceSync(`
  .page { scroll-behavior: auto }
  h2 { height: 40px }
  .cell { display: block; width: 100%; height: 100px }
  .cell.tall { height: 130px }
`)

async function openGrid(sections: readonly number[], width = 375) {
  const lab = await open('virtual', { properties: { sections }, width, height: 560 })
  lab.root.adoptedStyleSheets = [...lab.root.adoptedStyleSheets, styles]
  const page = await until(() => find(lab, '.page'))
  await settle()
  return { lab, page }
}

const cells = ({ root }: Lab) => [...root.querySelectorAll<HTMLElement>('.cell')]
const cell = (lab: Lab, name: string) => cells(lab).find(({ textContent }) => textContent === name)
const columnsOf = (lab: Lab) => getComputedStyle(find(lab, '.grid') as Element).gridTemplateColumns.split(' ').length

function atTop(lab: Lab, page: HTMLElement) {
  const { left, top } = page.getBoundingClientRect()
  return lab.root.elementFromPoint(left + 20, top + 20)?.textContent ?? ''
}

function overlaps(lab: Lab) {
  const boxes = cells(lab).map(element => ({ name: element.textContent, ...element.getBoundingClientRect().toJSON() }))
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        other =>
          one.left < other.right - 0.5 &&
          other.left < one.right - 0.5 &&
          one.top < other.bottom - 0.5 &&
          other.top < one.bottom - 0.5
      )
      .map(other => `${one.name} ${other.name}`)
  )
}

async function scroll(page: HTMLElement, top: number) {
  page.scrollTo({ top, behavior: 'instant' })
  await settle()
}

describe('a grid of ten thousand', () => {
  it('has little in the document wherever it is scrolled to, and shows what belongs there', async () => {
    const { lab, page } = await openGrid([10_000])
    const rows = Math.ceil(10_000 / columnsOf(lab))
    expect(page.scrollHeight).toBe(40 + rows * 116 - 16)
    for (const row of [0, 1, 40, 1700, 2000, rows - 6]) {
      await scroll(page, 40 + row * 116)
      await eventually(() => atTop(lab, page), `0-${row * columnsOf(lab)}`)
      expect(cells(lab).length < 100).toBe(true)
      expect(page.scrollTop).toBe(40 + row * 116)
      expect(page.scrollHeight).toBe(40 + rows * 116 - 16)
    }
  })

  it('ends with its last entry', async () => {
    const { lab, page } = await openGrid([10_000])
    await scroll(page, page.scrollHeight)
    const last = await until(() => cell(lab, '0-9999'))
    expect(Math.round(last.getBoundingClientRect().bottom)).toBe(Math.round(page.getBoundingClientRect().bottom))
    expect(last.parentElement?.getAttribute('aria-setsize')).toBe('10000')
    expect(last.parentElement?.getAttribute('aria-posinset')).toBe('10000')
  })

  it('is gone through by keys: entry by entry, to its end and back', async () => {
    const { lab, page } = await openGrid([10_000])
    cell(lab, '0-0')?.focus()
    for (let turn = 1; turn <= 40; turn++) {
      await press('Tab')
      await eventually(() => focused(lab), `0-${turn}`)
    }
    expect(page.scrollTop).toBeGreaterThan(500)
    await press('End')
    await eventually(() => focused(lab), '0-9999')
    const seen = page.getBoundingClientRect()
    const { top, bottom } = (cell(lab, '0-9999') as HTMLElement).getBoundingClientRect()
    expect(top >= seen.top && bottom <= seen.bottom + 1).toBe(true)
    await press('Home')
    await eventually(() => focused(lab), '0-0')
    expect(page.scrollTop < 41).toBe(true)
  })

  it('keeps what is on screen when the box is resized, and nothing overlaps', async () => {
    const { lab, page } = await openGrid([10_000])
    const narrow = columnsOf(lab)
    await scroll(page, 40 + 1000 * 116)
    const shown = atTop(lab, page)
    for (const width of [800, 1200, 320, 375]) {
      lab.host.style.width = `${width}px`
      await settle()
      await until(() => columnsOf(lab) && cells(lab).length > 0 && atTop(lab, page).startsWith('0-'))
      const distance = Math.abs(Number(atTop(lab, page).slice(2)) - Number(shown.slice(2)))
      expect(distance < 8 ? 'near' : distance).toBe('near')
      expect(overlaps(lab)).toEqual([])
      expect(cells(lab).length < 200).toBe(true)
    }
    expect(columnsOf(lab)).toBe(narrow)
  })

  it('gives all rows the height of the tallest it has drawn', async () => {
    const { lab, page } = await openGrid([1000])
    cell(lab, '0-4')?.classList.add('tall')
    await scroll(page, 1)
    await eventually(() => cell(lab, '0-1')?.parentElement?.offsetHeight, 130)
    expect(overlaps(lab)).toEqual([])
  })
})

describe('grids one below another', () => {
  it('each draw what is near the screen', async () => {
    const { lab, page } = await openGrid([300, 300, 300])
    const bottom = page.scrollHeight
    expect(cells(lab).some(({ textContent }) => textContent === '0-0')).toBe(true)
    await scroll(page, bottom / 2)
    await until(() => atTop(lab, page).startsWith('1-'))
    expect(cells(lab).length < 110).toBe(true)
    await scroll(page, bottom)
    await until(() => cell(lab, '2-299'))
    expect(page.scrollHeight).toBe(bottom)
    expect(overlaps(lab)).toEqual([])
  })

  it('follow when one above becomes shorter, and when they lose or gain entries', async () => {
    const { lab, page } = await openGrid([300, 300])
    await scroll(page, page.scrollHeight)
    await until(() => cell(lab, '1-299'))
    lab.change({ sections: [3, 300] })
    await settle()
    await until(() =>
      cells(lab).some(element => element.getBoundingClientRect().top < page.getBoundingClientRect().bottom)
    )
    expect(overlaps(lab)).toEqual([])
    await scroll(page, 0)
    await until(() => cell(lab, '1-0'))
    lab.change({ sections: [0, 5] })
    await eventually(() => cells(lab).map(({ textContent }) => textContent), ['1-0', '1-1', '1-2', '1-3', '1-4'])
    lab.change({ sections: [1, 10_000] })
    await settle()
    await scroll(page, 100_000)
    await until(() => atTop(lab, page).startsWith('1-'))
    expect(cells(lab).length < 110).toBe(true)
  })
})
