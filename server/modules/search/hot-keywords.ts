import { type Kysely, sql } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Database } from '../../db/schema/schema.js'
import { dramasInOrder } from '../catalogue/list-queries.js'
import { fold } from './fold.js'
import { readKeyword } from './keyword.js'
import { surfacesOf } from './vocabulary.js'

const KEYWORDS = 10
const MOST_PIECES = 5
/** Nobody can read off the list what a single visitor searched. */
const LEAST_VISITORS = 2
const DAY_MS = 86_400_000
const REMEMBERED_MS = 30 * DAY_MS
const HALF_LIFE_MS = 7 * DAY_MS
const SINCE = Date.UTC(2026, 0, 1)

/** Keywords that visitors of this language searched and found, hottest first, then titles of the most played dramas. */
export async function hotKeywords(db: Kysely<Database>, lang: Lang): Promise<string[]> {
  const searched = await db
    .selectFrom('search_keywords')
    .select('keyword')
    .where('lang', '=', lang)
    .where('visitors', '>=', LEAST_VISITORS)
    .orderBy('hotness', 'desc')
    .orderBy('keyword')
    .limit(KEYWORDS)
    .execute()
  const played = await dramasInOrder(db, 'hot', { after: null, limit: KEYWORDS })
  const all = [...searched.map(row => row.keyword), ...played.map(row => row.title[lang])]
  const unique = new Map(all.toReversed().map(text => [fold(text), text]))
  return [...unique.values()].toReversed().slice(0, KEYWORDS)
}

/** A search that found something. */
export interface SearchVisit {
  userId: string
  lang: Lang
  keyword: string
  now: Date
}

/**
 * Counts a search once a day for each visitor. Only words that stand in a title, a name or a tag are kept, in the
 * catalogue's spelling, and unspaced texts that a drama holds as they are: nothing else that visitors write is shown.
 */
export async function countSearch(db: Kysely<Database>, { userId, lang, keyword, now }: SearchVisit): Promise<void> {
  const shown = await isShowable(db, keyword)
  if (shown === null) return
  const day = dayOf(now.getTime())
  const visit = await markVisit(db, { user_id: userId, lang, keyword: shown, day })
  if (visit === 'counted') return
  // What is counted later weighs more instead of what was counted before weighing less: the order is the same.
  const weight = 2 ** ((now.getTime() - SINCE) / HALF_LIFE_MS)
  const visitors = visit === 'first' ? 1 : 0
  await db
    .insertInto('search_keywords')
    .values({ lang, keyword: shown, visitors, hotness: weight })
    .onConflict(conflict =>
      conflict.columns(['lang', 'keyword']).doUpdateSet({
        visitors: sql`search_keywords.visitors + ${visitors}`,
        hotness: sql`search_keywords.hotness + ${weight}`
      })
    )
    .execute()
  await db
    .deleteFrom('search_visits')
    .where('user_id', '=', userId)
    .where('day', '<', dayOf(now.getTime() - REMEMBERED_MS))
    .execute()
}

/** Remembers who searched what; `counted` when they did so today already. */
async function markVisit(
  db: Kysely<Database>,
  visit: { user_id: string; lang: Lang; keyword: string; day: string }
): Promise<'first' | 'again' | 'counted'> {
  const added = await db
    .insertInto('search_visits')
    .values(visit)
    .onConflict(conflict => conflict.doNothing())
    .returning('day')
    .execute()
  if (added.length > 0) return 'first'
  const again = await db
    .updateTable('search_visits')
    .set({ day: visit.day })
    .where('user_id', '=', visit.user_id)
    .where('lang', '=', visit.lang)
    .where('keyword', '=', visit.keyword)
    .where('day', '<', visit.day)
    .returning('day')
    .execute()
  return again.length > 0 ? 'again' : 'counted'
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

async function isShowable(db: Kysely<Database>, keyword: string): Promise<string | null> {
  const { pieces } = readKeyword(keyword)
  if (pieces.length > MOST_PIECES || pieces.some(({ text }) => [...text].length < 2)) return null
  const words = pieces.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  const surfaces = await surfacesOf(db, words)
  if (words.some(word => !surfaces.has(word))) return null
  return pieces.map(({ text }) => surfaces.get(text) ?? text).join(' ')
}
