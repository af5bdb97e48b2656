import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Database } from '../../db/schema/schema.js'
import { isBeforeKey } from '../../lib/cursor.js'
import type { Condition, Conditions } from './keyword.js'
import { classes, langBit, wholeToken } from './search-document.js'

/** A drama that was found; higher scores are better matches, equal ones go by popularity. */
export interface SearchMatch {
  drama_id: string
  score: number
  popularity: number
}

/** Where a page of results goes on: score, popularity and id of the last one. */
export type FoundKey = readonly [number, number, string]

/** What to look for, in which places, for readers of which language. */
export interface SearchQuery extends Conditions {
  whole: string
  lang: Lang
  places: readonly number[]
  /** How many dramas meet each condition; null where there is only one. */
  counts: readonly number[] | null
  after: FoundKey | null
  limit: number
}

/** How many entries of a list are counted: longer ones are all the same to us. */
const COUNT_LIMIT = 800
/** How many of the most popular dramas per token and place are looked at, however many there are. */
const MOST = { alone: 400, together: 200, completion: 60 }

/** How many dramas meet each condition, counted up to a limit. */
export async function countMatches(db: Kysely<Database>, conditions: readonly Condition[]): Promise<number[]> {
  if (conditions.length === 0) return []
  const counts = conditions.map(
    condition => sql`(select count(*) from (
      select 1 from search_postings where token in (${tokensOf(condition)}) limit ${COUNT_LIMIT + 1}
    ) as counted)::int`
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
  return rows[0]?.counts ?? []
}

/**
 * Dramas that meet every condition, best match first. The rarest condition leads: of each of its tokens only the most
 * popular dramas are looked at, so that the work does not grow with the catalogue.
 */
export async function findDramas(db: Kysely<Database>, hunt: SearchQuery): Promise<SearchMatch[]> {
  const counts = hunt.counts ?? []
  if (counts.includes(0)) return []
  const order = hunt.conditions.map((_, index) => index).sort((one, other) => at(counts, one) - at(counts, other))
  const [leader, ...others] = order.map(index => hunt.conditions[index] ?? [])
  if (leader === undefined) return []
  const most = mostOf(others.length === 0, at(counts, order[0] ?? 0))
  const met = others.map((condition, index) => ({ condition, name: sql.raw(`met${index}`) }))
  const tiers = [sql`candidates.tier`, ...met.map(({ name }) => sql`${name}.tier`)]
  const isMet = [
    sql`true`,
    ...met.map(({ name }) => sql`${name}.tier is not null`),
    ...hunt.verified.map(text => sql`position(${text} in search_documents.body) > 0`)
  ]
  const { rows } = await sql<SearchMatch>`
    select drama_id, score, popularity from (
      select candidates.drama_id, candidates.popularity, -(${sql.join(tiers, sql` + `)}) as score
      from (${candidates(hunt, leader, most)}) as candidates
      ${sql.join(
        met.map(({ condition, name }) => sql`cross join lateral (${bestPlace(hunt, condition)}) as ${name}`),
        sql` `
      )}
      ${hunt.verified.length === 0 ? sql`` : sql`join search_documents on search_documents.drama_id = candidates.drama_id`}
      where ${sql.join(isMet, sql` and `)}
    ) as ranked
    ${hunt.after === null ? sql`` : sql`where ${isBeforeKey(['score', 'popularity', 'drama_id'], hunt.after)}`}
    order by score desc, popularity desc, drama_id desc
    limit ${hunt.limit}`.execute(db)
  return rows
}

const at = (counts: readonly number[], index: number) => counts[index] ?? 0

/** A short list is looked at to its end. */
function mostOf(isAlone: boolean, count: number): number {
  if (isAlone) return MOST.alone
  return count <= COUNT_LIMIT ? COUNT_LIMIT : MOST.together
}

/** The most popular dramas of each term in each place, each drama once with its best place. */
function candidates(hunt: SearchQuery, leader: Condition, most: number): RawBuilder<unknown> {
  const entries = leader.flatMap(({ token, isWhole }) =>
    hunt.places.map(place => ({ token, place, penalty: isWhole ? 0 : 1, most: isWhole ? most : MOST.completion }))
  )
  const title = { token: wholeToken(hunt.whole), place: classes.whole, penalty: 0, most: MOST.completion }
  const values = [title, ...entries].map(
    entry => sql`(${entry.token}::text, ${entry.place}::int, ${entry.penalty}::int, ${entry.most}::int)`
  )
  return sql`
    select drama_id, popularity, min(tier) as tier from (
      select posting.drama_id, posting.popularity, ${matchQuality(hunt.lang, 'posting')} + wanted.penalty as tier
      from (values ${sql.join(values)}) as wanted (token, place, penalty, most)
      cross join lateral (
        select drama_id, popularity, class, langs from search_postings
        where search_postings.token = wanted.token and search_postings.class = wanted.place
        order by popularity desc, drama_id desc
        limit wanted.most
      ) as posting
    ) as found
    group by drama_id, popularity`
}

/** The best place in which a candidate meets a condition; null when it does not. */
function bestPlace({ lang, places }: SearchQuery, condition: Condition): RawBuilder<unknown> {
  const whole = condition.filter(term => term.isWhole)
  return sql`
    select min(${matchQuality(lang, 'posting')} + case when posting.token in (${tokensOf(whole)}) then 0 else 1 end) as tier
    from search_postings as posting
    where posting.drama_id = candidates.drama_id and posting.token in (${tokensOf(condition)})
      and posting.class in (${sql.join(places.map(place => sql`${place}::int`))})`
}

const tokensOf = (condition: Condition) => sql.join(condition.map(({ token }) => sql`${token}::text`))

/** The lower the better: a complete title before all, then a title in the reader's language, and so on. */
function matchQuality(lang: Lang, posting: string): RawBuilder<number> {
  const column = (name: string) => sql.ref(`${posting}.${name}`)
  return sql<number>`case ${column('class')}
    when ${classes.whole}::int then -1000
    when ${classes.title}::int then case when ${column('langs')} & ${langBit(lang)}::int <> 0 then 2 else 4 end
    else ${column('class')} * 2 + 2 end`
}
