import type { Lang } from '../../../contract/protocol/language.js'
import { type Draw, drawOne, drawZipf } from '../../support/seeded-random.js'
import { makeDrama } from './make-drama.js'
import { ideas } from './words.js'

export interface SearchInput {
  kind: string
  keyword: string
  lang: Lang
}

export function drawKeyword(draw: Draw, dramas: number): SearchInput {
  const drama = makeDrama(Math.floor(draw() * dramas))
  const name = drama.cast[0] ?? ''
  const idea = drawZipf(draw, ideas)
  const other = drawZipf(draw, ideas)
  const chinese = drama.title['zh-cn']
  const startIndex = Math.floor(draw() * Math.max(1, chinese.length - 3))
  return drawOne<SearchInput>(draw, [
    { kind: 'common', keyword: drawOne(draw, ['a', 'o', 'de', 'amor', 'coração', 'CEO', 'vinganca']), lang: 'pt' },
    { kind: 'two common', keyword: `${idea.pt} ${other.pt}`, lang: 'pt' },
    { kind: 'two common', keyword: `${idea.en} ${other.en}`, lang: 'en' },
    { kind: 'rare', keyword: name, lang: 'es' },
    { kind: 'rare', keyword: `${idea.es} ${name.split(' ')[1]}`, lang: 'es' },
    { kind: 'whole title', keyword: drama.title.pt, lang: 'pt' },
    { kind: 'typo', keyword: misspell(draw, idea.pt), lang: 'pt' },
    { kind: 'typo', keyword: misspell(draw, name.split(' ')[1] ?? ''), lang: 'en' },
    { kind: 'beginning', keyword: drama.title.pt.replace(/.* /, '').slice(0, 3), lang: 'pt' },
    { kind: 'nothing', keyword: `zq${name.slice(0, 3)}xw`, lang: 'pt' },
    { kind: 'Chinese', keyword: drawOne(draw, ['爱', '心', '总裁', '的', '复仇']), lang: 'zh-cn' },
    { kind: 'Chinese', keyword: chinese.slice(startIndex, startIndex + 4).trim() || '心', lang: 'zh-cn' }
  ])
}

export function drawBeginning(draw: Draw, dramas: number): SearchInput {
  const search = drawKeyword(draw, dramas)
  const length = 1 + Math.floor(draw() * 5)
  return { ...search, keyword: [...search.keyword].slice(0, length).join('').trim() || 'a' }
}

function misspell(draw: Draw, word: string): string {
  const at = 1 + Math.floor(draw() * Math.max(1, word.length - 1))
  return `${word.slice(0, at)}${drawOne(draw, ['', 'x', 'q'])}${word.slice(at + 1)}`
}
