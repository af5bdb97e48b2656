import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { cutToPage, formatCursor, isBeforeKey, parseCursor } from '../../../lib/cursor.js'
import { matchNames } from './drama-names.js'

export const dramaFilters = ['all', 'online', 'offline', 'draft', 'scheduled', 'needs_texts'] as const
export const dramaSorts = ['updated', 'plays', 'id'] as const

export interface DramaListQuery {
  q?: string | undefined
  filter: (typeof dramaFilters)[number]
  sort: (typeof dramaSorts)[number]
  cursor?: string | undefined
  size: number
}

/** Below it, matches are sorted; above it, the sorted list is read until it has enough of them. */
const MAX_SORTED_MATCHES = 1000

export async function listDramas(db: Kysely<Database>, { q = '', filter, sort, cursor, size }: DramaListQuery) {
  const matches = q === '' ? undefined : matchNames(q)
  if (matches === null) return { list: [], next_cursor: null, has_more: false }
  const list = JSON.stringify(['dramas', q, filter, sort])
  const conditions = [createFilter(filter), createCursorCondition(list, sort, cursor)].filter(part => part !== null)
  const isFew = matches !== undefined && (await countMatches(db, matches)) < MAX_SORTED_MATCHES
  const source =
    matches !== undefined && isFew
      ? sql`(select * from drama_entries where ${matches} offset 0) as entries`
      : sql`drama_entries as entries`
  // Not a condition of the index on names, so that the planner reads the list in its order.
  if (matches !== undefined && !isFew) conditions.push(sql<boolean>`(${matches}) is true`)
  const { rows } = await sql<ListedDrama>`
    select page.drama_id, page.state, page.publish_at, page.needs_texts, page.play_count, page.updated_at,
      dramas.slug, dramas.title, edits.fields -> 'title' as edited_title, coalesce(dramas.cover, edits.fields ->> 'cover') as cover,
      coalesce(dramas.colour, edits.fields ->> 'colour') as colour,
      coalesce(dramas.episode_count, 0) as episode_count,
      coalesce(dramas.free_count, (edits.fields ->> 'free_count')::integer) as free_count,
      coalesce(dramas.default_price, (edits.fields ->> 'default_price')::integer) as default_price,
      edits.updated_by
    from (
      select entries.* from ${source}
      ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
      order by ${orders[sort]} limit ${size + 1}
    ) as page
    left join dramas on dramas.id = page.drama_id
    left join drama_edits as edits on edits.drama_id = page.drama_id
    order by ${orders[sort]}`.execute(db)
  return cutToPage(rows, size, last => formatCursor(list, keyOf(last, sort)))
}

export interface ListedDrama {
  drama_id: string
  state: 'online' | 'offline' | 'draft'
  publish_at: Date | null
  needs_texts: boolean
  play_count: string
  updated_at: Date
  slug: string | null
  title: Record<string, string> | null
  edited_title: Record<string, string> | null
  cover: string | null
  colour: string | null
  episode_count: number
  free_count: number | null
  default_price: number | null
  updated_by: string | null
}

async function countMatches(db: Kysely<Database>, matches: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select 1 from drama_entries where ${matches} limit ${MAX_SORTED_MATCHES}
  ) as found`.execute(db)
  return rows[0]?.count ?? 0
}

function createFilter(filter: DramaListQuery['filter']): RawBuilder<boolean> | null {
  switch (filter) {
    case 'all':
      return null
    case 'scheduled':
      return sql<boolean>`publish_at is not null`
    case 'needs_texts':
      return sql<boolean>`needs_texts`
    default:
      return sql<boolean>`state = ${filter}`
  }
}

const orders: Record<DramaListQuery['sort'], RawBuilder<unknown>> = {
  updated: sql`updated_at desc, drama_id desc`,
  plays: sql`play_count desc, drama_id desc`,
  id: sql`drama_id`
}

function createCursorCondition(
  list: string,
  sort: DramaListQuery['sort'],
  cursor: string | undefined
): RawBuilder<boolean> | null {
  if (sort === 'id') {
    const after = parseCursor(list, ['text'], cursor)
    return after === null ? null : sql<boolean>`drama_id > ${after[0]}`
  }
  const after = parseCursor(list, [sort === 'plays' ? 'integer' : 'instant', 'text'], cursor)
  return after === null ? null : isBeforeKey([sort === 'plays' ? 'play_count' : 'updated_at', 'drama_id'], after)
}

function keyOf({ drama_id, play_count, updated_at }: ListedDrama, sort: DramaListQuery['sort']) {
  if (sort === 'id') return [drama_id]
  return [sort === 'plays' ? Number(play_count) : updated_at, drama_id]
}
