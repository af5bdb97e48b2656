import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Database } from '../../db/schema/schema.js'
import { isBeforeKey } from '../../lib/cursor.js'
import type { Condition, SearchConditions } from './keyword.js'
import { tokenWeightClasses, toLangBit, toWholeToken } from './search-document.js'

export interface SearchMatch {
  drama_id: string
  score: number
  popularity: number
}

export type SearchCursor = readonly [score: number, popularity: number, dramaId: string]

export interface SearchQuery extends SearchConditions {
  whole: string
  lang: Lang
  places: readonly number[]
  counts: readonly number[] | null
  after: SearchCursor | null
  limit: number
}

const MAX_COUNTED_MATCHES = 800
const MAX_CANDIDATES = { alone: 400, together: 200, completion: 60 }

export async function countMatches(db: Kysely<Database>, conditions: readonly Condition[]): Promise<number[]> {
  if (conditions.length === 0) return []
  const counts = conditions.map(
    condition => sql`(select count(*) from (
      select 1 from search_postings where token in (${joinTokens(condition)}) limit ${MAX_COUNTED_MATCHES + 1}
    ) as counted)::int`
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
  return rows[0]?.counts ?? []
}

/**
 * The rarest condition leads: only the most popular dramas of its tokens are candidates. The work therefore does not
 * grow with the catalogue.
 */
export async function findDramas(db: Kysely<Database>, query: SearchQuery): Promise<SearchMatch[]> {
  const counts = query.counts ?? []
  if (counts.includes(0)) return []
  const order = query.conditions
    .map((_, index) => index)
    .sort((one, other) => countAt(counts, one) - countAt(counts, other))
  const [rarest, ...others] = order.map(index => query.conditions[index] ?? [])
  if (rarest === undefined) return []
  const maxCandidates = toMaxCandidates(others.length === 0, countAt(counts, order[0] ?? 0))
  const joined = others.map((condition, index) => ({ condition, name: sql.raw(`met${index}`) }))
  const tiers = [sql`candidates.tier`, ...joined.map(({ name }) => sql`${name}.tier`)]
  const requirements = [
    sql`true`,
    ...joined.map(({ name }) => sql`${name}.tier is not null`),
    ...query.requiredTexts.map(text => sql`position(${text} in search_documents.body) > 0`)
  ]
  const { rows } = await sql<SearchMatch>`
    select drama_id, score, popularity from (
      select candidates.drama_id, candidates.popularity, -(${sql.join(tiers, sql` + `)}) as score
      from (${createCandidateQuery(query, rarest, maxCandidates)}) as candidates
      ${sql.join(
        joined.map(
          ({ condition, name }) => sql`cross join lateral (${createBestPlaceQuery(query, condition)}) as ${name}`
        ),
        sql` `
      )}
      ${query.requiredTexts.length === 0 ? sql`` : sql`join search_documents on search_documents.drama_id = candidates.drama_id`}
      where ${sql.join(requirements, sql` and `)}
    ) as ranked
    ${query.after === null ? sql`` : sql`where ${isBeforeKey(['score', 'popularity', 'drama_id'], query.after)}`}
    order by score desc, popularity desc, drama_id desc
    limit ${query.limit}`.execute(db)
  return rows
}

const countAt = (counts: readonly number[], index: number) => counts[index] ?? 0

function toMaxCandidates(isSingle: boolean, count: number): number {
  if (isSingle) return MAX_CANDIDATES.alone
  return count <= MAX_COUNTED_MATCHES ? MAX_COUNTED_MATCHES : MAX_CANDIDATES.together
}

function createCandidateQuery(query: SearchQuery, rarest: Condition, maxCandidates: number): RawBuilder<unknown> {
  const entries = rarest.flatMap(({ token, isWhole }) =>
    query.places.map(place => ({
      token,
      place,
      penalty: isWhole ? 0 : 1,
      limit: isWhole ? maxCandidates : MAX_CANDIDATES.completion
    }))
  )
  const titleEntry = {
    token: toWholeToken(query.whole),
    place: tokenWeightClasses.whole,
    penalty: 0,
    limit: MAX_CANDIDATES.completion
  }
  const values = [titleEntry, ...entries].map(
    entry => sql`(${entry.token}::text, ${entry.place}::int, ${entry.penalty}::int, ${entry.limit}::int)`
  )
  return sql`
    select drama_id, popularity, min(tier) as tier from (
      select posting.drama_id, posting.popularity, ${createTierExpression(query.lang, 'posting')} + wanted.penalty as tier
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

function createBestPlaceQuery({ lang, places }: SearchQuery, condition: Condition): RawBuilder<unknown> {
  const whole = condition.filter(term => term.isWhole)
  return sql`
    select min(${createTierExpression(lang, 'posting')} + case when posting.token in (${joinTokens(whole)}) then 0 else 1 end) as tier
    from search_postings as posting
    where posting.drama_id = candidates.drama_id and posting.token in (${joinTokens(condition)})
      and posting.class in (${sql.join(places.map(place => sql`${place}::int`))})`
}

const joinTokens = (condition: Condition) => sql.join(condition.map(({ token }) => sql`${token}::text`))

/** Lower is better: a complete title first, then a title in the reader's language. */
function createTierExpression(lang: Lang, posting: string): RawBuilder<number> {
  const column = (name: string) => sql.ref(`${posting}.${name}`)
  return sql<number>`case ${column('class')}
    when ${tokenWeightClasses.whole}::int then -1000
    when ${tokenWeightClasses.title}::int then case when ${column('langs')} & ${toLangBit(lang)}::int <> 0 then 2 else 4 end
    else ${column('class')} * 2 + 2 end`
}
