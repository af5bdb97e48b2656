import type { Kysely } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Database } from '../../db/schema/schema.js'
import { fold } from './fold.js'
import { parseKeyword } from './keyword.js'
import { findDramas } from './match-queries.js'
import { prepareKeyword } from './search.js'
import { tokenWeightClasses } from './search-document.js'

const MAX_SUGGESTIONS = 10
const MAX_DRAMAS = 30
const places = [tokenWeightClasses.title, tokenWeightClasses.cast, tokenWeightClasses.tag]

export async function suggestPhrases(db: Kysely<Database>, text: string, lang: Lang): Promise<string[]> {
  const keyword = parseKeyword(text)
  if (keyword.pieces.length === 0) return []
  const prepared = await prepareKeyword(db, keyword)
  const { conditions, requiredTexts, counts } = prepared
  const query = {
    whole: keyword.whole,
    lang,
    conditions,
    counts,
    requiredTexts,
    places,
    after: null,
    limit: MAX_DRAMAS
  }
  const found = await findDramas(db, query)
  const phrases = await readPhrases(
    db,
    found.map(row => row.drama_id),
    lang
  )
  const needles = keyword.pieces.map(({ kind, text }) => (kind === 'run' ? text : ` ${text}`))
  const matching = [...new Set(phrases)]
    .map(phrase => ({ phrase, folded: ` ${fold(phrase)}` }))
    .filter(({ folded }) => needles.every(needle => folded.includes(needle)))
  const unique = [...new Map(matching.toReversed().map(entry => [entry.folded, entry])).values()].toReversed()
  const isPrefixed = (folded: string) => folded.startsWith(` ${keyword.whole}`)
  return [...unique.filter(({ folded }) => isPrefixed(folded)), ...unique.filter(({ folded }) => !isPrefixed(folded))]
    .slice(0, MAX_SUGGESTIONS)
    .map(({ phrase }) => phrase)
}

async function readPhrases(db: Kysely<Database>, ids: readonly string[], lang: Lang): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('dramas')
    .select(['id', 'title', 'category', 'tags', 'cast_names'])
    .where('id', 'in', [...ids])
    .where('status', '=', 'online')
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    if (row === undefined) return []
    return [row.title[lang], ...row.cast_names, ...[row.category, ...row.tags].map(label => label.title[lang])]
  })
}
