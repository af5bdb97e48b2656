import { langs } from '../../../contract/protocol/language.js'
import type { LabelJson } from '../../../server/db/schema/schema.js'
import type { Localized } from '../../../server/modules/catalogue/package/package-schema.js'
import { createDraw, type Draw, drawOne, drawZipf } from '../../support/seeded-random.js'
import { ideas, patterns, sentences, syllables } from './words.js'

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
const MAX_PLAYS = 90_000_000

const labels: LabelJson[] = ideas.map((title, index) => ({ id: `tag-${index}`, title }))

/** Returns the same drama for a number on every run. Number 0 has the most plays. */
export function makeDrama(number: number): MadeDrama {
  const draw = createDraw(number * 2_654_435_761)
  const tags = new Map(Array.from({ length: 3 }, () => drawZipf(draw, labels)).map(label => [label.id, label]))
  return {
    id: `d_${((number * 7_919) % 1_000_003).toString(36)}-${number}`,
    title: drawTitle(draw),
    synopsis: join([1, 2].map(() => fill(drawOne(draw, sentences), [drawZipf(draw, ideas), drawZipf(draw, ideas)]))),
    cast: Array.from({ length: 3 }, () => `${drawName(draw, 2)} ${drawName(draw, 3)}`),
    category: drawZipf(draw, labels),
    tags: [...tags.values()],
    playCount: Math.floor(MAX_PLAYS / (number + 1)),
    favoriteCount: Math.floor(draw() * 10_000),
    onlineAt: new Date(START + Math.floor(draw() * 5e10)),
    isFinished: draw() < 0.4
  }
}

function drawTitle(draw: Draw): Localized {
  const title = fill(drawOne(draw, patterns), [drawZipf(draw, ideas), drawZipf(draw, ideas)])
  if (draw() < 0.5) return title
  const place = drawName(draw, 3)
  return join([title, { pt: `em ${place}`, en: `in ${place}`, es: `en ${place}`, 'zh-cn': '', 'zh-tw': '' }])
}

function drawName(draw: Draw, length: number): string {
  const name = Array.from({ length }, () => drawZipf(draw, syllables)).join('')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function fill(pattern: Localized, fillers: Localized[]): Localized {
  return mapLanguages(lang => {
    let next = 0
    return pattern[lang].replace(/\*/g, () => fillers[next++]?.[lang] ?? '')
  })
}

const join = (parts: Localized[]) =>
  mapLanguages(lang =>
    parts
      .map(part => part[lang])
      .join(' ')
      .trim()
  )

const mapLanguages = (make: (lang: (typeof langs)[number]) => string) =>
  Object.fromEntries(langs.map(lang => [lang, make(lang)])) as Localized
