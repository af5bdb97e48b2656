import { type Kysely, sql } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Database } from '../../db/schema/schema.js'
import { formatUtcDay } from '../../lib/time-zone.js'
import { findDramasInOrder } from '../catalogue/list-queries.js'
import { fold } from './fold.js'
import { parseKeyword } from './keyword.js'
import { findSurfaces } from './vocabulary.js'

const MAX_KEYWORDS = 10
const MAX_PIECES = 5
/** Hides what a single visitor searched. */
const MIN_VISITORS = 2
const DAY_MS = 86_400_000
const VISIT_RETENTION_MS = 30 * DAY_MS
const HALF_LIFE_MS = 7 * DAY_MS
const WEIGHT_EPOCH_MS = Date.UTC(2026, 0, 1)

export async function findHotKeywords(db: Kysely<Database>, lang: Lang): Promise<string[]> {
  const searched = await db
    .selectFrom('search_keywords')
    .select('keyword')
    .where('lang', '=', lang)
    .where('visitors', '>=', MIN_VISITORS)
    .orderBy('hotness', 'desc')
    .orderBy('keyword')
    .limit(MAX_KEYWORDS)
    .execute()
  const played = await findDramasInOrder(db, 'hot', { after: null, limit: MAX_KEYWORDS })
  const all = [...searched.map(row => row.keyword), ...played.map(row => row.title[lang])]
  const unique = new Map(all.toReversed().map(text => [fold(text), text]))
  return [...unique.values()].toReversed().slice(0, MAX_KEYWORDS)
}

export interface SearchVisit {
  userId: string
  lang: Lang
  keyword: string
  now: Date
}

/** Counts once a day per visitor. Stores only words of the catalogue, so that visitors cannot publish their texts. */
export async function countSearch(db: Kysely<Database>, { userId, lang, keyword, now }: SearchVisit): Promise<void> {
  const storedKeyword = await toStoredKeyword(db, keyword)
  if (storedKeyword === null) return
  const day = formatUtcDay(now.getTime())
  const visit = await markVisit(db, { user_id: userId, lang, keyword: storedKeyword, day })
  if (visit === 'counted') return
  // Newer searches weigh more, instead of older ones losing weight: the order is the same.
  const weight = 2 ** ((now.getTime() - WEIGHT_EPOCH_MS) / HALF_LIFE_MS)
  const visitors = visit === 'first' ? 1 : 0
  await db
    .insertInto('search_keywords')
    .values({ lang, keyword: storedKeyword, visitors, hotness: weight })
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
    .where('day', '<', formatUtcDay(now.getTime() - VISIT_RETENTION_MS))
    .execute()
}

/** Changes nothing if the visit was counted today. */
async function markVisit(
  db: Kysely<Database>,
  visit: { user_id: string; lang: Lang; keyword: string; day: string }
): Promise<'first' | 'again' | 'counted'> {
  const marked = await db
    .insertInto('search_visits')
    .values(visit)
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'lang', 'keyword'])
        .doUpdateSet({ day: visit.day })
        .where('search_visits.day', '<', visit.day)
    )
    // Only a row that was updated has an xmax.
    .returning(sql<boolean>`search_visits.xmax = 0`.as('is_new'))
    .executeTakeFirst()
  if (marked === undefined) return 'counted'
  return marked.is_new ? 'first' : 'again'
}

async function toStoredKeyword(db: Kysely<Database>, keyword: string): Promise<string | null> {
  const { pieces } = parseKeyword(keyword)
  if (pieces.length > MAX_PIECES || pieces.some(({ text }) => [...text].length < 2)) return null
  const words = pieces.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  const surfaces = await findSurfaces(db, words)
  if (words.some(word => !surfaces.has(word))) return null
  return pieces.map(({ text }) => surfaces.get(text) ?? text).join(' ')
}
