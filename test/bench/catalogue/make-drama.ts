import { langs } from '../../../contract/protocol/language.js'
import type { LabelJson } from '../../../server/db/schema/schema.js'
import type { Localized } from '../../../server/modules/catalogue/package/package-schema.js'
import { createDraw, type Draw, drawOne, drawZipf } from './random.js'
import { ideas, patterns, sentences, syllables } from './words.js'

/** A drama that was made up, with what lists and search need of it. */
export interface MadeDrama {
  id: string
  title: Localized
  synopsis: Localized
  cast: string[]
  category: LabelJson
  tags: LabelJson[]
  playCount: number
  favoriteCount: number
  onlineAt: Date
  isFinished: boolean
}

const START = Date.UTC(2024, 0, 1)
const MOST_PLAYED = 90_000_000

const labels: LabelJson[] = ideas.map((title, index) => ({ id: `tag-${index}`, title }))

/** The drama of a number: the same on every run; number 0 is the most played. */
export function makeDrama(number: number): MadeDrama {
  const draw = createDraw(number * 2_654_435_761)
  const tags = new Map(Array.from({ length: 3 }, () => drawZipf(draw, labels)).map(label => [label.id, label]))
  return {
    id: `d_${((number * 7_919) % 1_000_003).toString(36)}-${number}`,
    title: titleOf(draw),
    synopsis: join([1, 2].map(() => fill(drawOne(draw, sentences), [drawZipf(draw, ideas), drawZipf(draw, ideas)]))),
    cast: Array.from({ length: 3 }, () => `${nameOf(draw, 2)} ${nameOf(draw, 3)}`),
    category: drawZipf(draw, labels),
    tags: [...tags.values()],
    playCount: Math.floor(MOST_PLAYED / (number + 1)),
    favoriteCount: Math.floor(draw() * 10_000),
    onlineAt: new Date(START + Math.floor(draw() * 5e10)),
    isFinished: draw() < 0.4
  }
}

function titleOf(draw: Draw): Localized {
  const title = fill(drawOne(draw, patterns), [drawZipf(draw, ideas), drawZipf(draw, ideas)])
  if (draw() < 0.5) return title
  const place = nameOf(draw, 3)
  return join([title, { pt: `em ${place}`, en: `in ${place}`, es: `en ${place}`, 'zh-cn': '', 'zh-tw': '' }])
}

function nameOf(draw: Draw, length: number): string {
  const name = Array.from({ length }, () => drawZipf(draw, syllables)).join('')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Puts an idea in the place of each star. */
function fill(pattern: Localized, fillers: Localized[]): Localized {
  return inEach(lang => {
    let next = 0
    return pattern[lang].replace(/\*/g, () => fillers[next++]?.[lang] ?? '')
  })
}

const join = (parts: Localized[]) =>
  inEach(lang =>
    parts
      .map(part => part[lang])
      .join(' ')
      .trim()
  )

const inEach = (make: (lang: (typeof langs)[number]) => string) =>
  Object.fromEntries(langs.map(lang => [lang, make(lang)])) as Localized
