import type { z } from 'zod'
import type { feed, rank } from '../../../contract/browse.js'
import type { discover } from '../../../contract/drama.js'
import type { RequestContext } from '../../http/request-context.js'
import { cutToPage, formatCursor, parseCursor } from '../../lib/cursor.js'
import { toBanner, toDramaCard } from './drama-response.js'
import { toEpisode } from './episode-response.js'
import { type DramaCursor, findDramasInOrder, findFrequentLabels, findLabelledDramas } from './list-queries.js'
import { findFeedDramas } from './queries.js'

export async function getDiscover(context: RequestContext, request: z.output<typeof discover.request>) {
  const { sort = 'hot', tag_id: label, page_size: size = 20, cursor } = request
  const list = `discover:${sort}:${label ?? ''}`
  const after: DramaCursor | null =
    sort === 'new' ? parseCursor(list, ['instant', 'text'], cursor) : parseCursor(list, ['integer', 'text'], cursor)
  const listing = { after, limit: size + 1 }
  const { db } = context
  const rows = await context.content.cached(`${list}:${JSON.stringify(listing)}`, () =>
    label === undefined ? findDramasInOrder(db, sort, listing) : findLabelledDramas(db, label, sort, listing)
  )
  const resultPage = cutToPage(rows, size, last => {
    return formatCursor(list, [sort === 'new' ? last.online_at : Number(last.play_count), last.id])
  })
  return { ...resultPage, list: resultPage.list.map(row => toDramaCard(row, context)) }
}

const FEED_CURSOR = 'feed'

export async function getFeed(context: RequestContext, request: z.output<typeof feed.request>) {
  const { page_size: size = 20 } = request
  const userId = context.viewer?.userId ?? null
  const after = parseCursor(FEED_CURSOR, ['integer', 'text'], request.cursor)
  const rows = await findFeedDramas(context.db, { userId, after, limit: size + 1 })
  const resultPage = cutToPage(rows, size, last => formatCursor(FEED_CURSOR, [Number(last.play_count), last.id]))
  const list = resultPage.list.map(row => ({
    drama: toBanner(row, context),
    episode: toEpisode(
      { id: row.episode_id, title: row.episode_title, duration_s: row.duration_s },
      { id: row.episode_id, no: row.no, price: 0, state: 'free' },
      { drama: row, display: context }
    ),
    is_favorite: row.is_favorite
  }))
  return { ...resultPage, list }
}

const RANK_LENGTH = 50

export async function getRank(context: RequestContext, { type = 'hot' }: z.output<typeof rank.request>) {
  const read = () => findDramasInOrder(context.db, type, { after: null, limit: RANK_LENGTH })
  // Viewers change the order by favourites.
  const rows = await (type === 'fav' ? read() : context.content.cached(`rank:${type}`, read))
  return { list: rows.map((row, index) => ({ ...toDramaCard(row, context), rank: index + 1 })) }
}

const MAX_TAGS = 200

export async function getTags({ db, content, lang }: RequestContext) {
  const labels = await content.cached('tags', () =>
    findFrequentLabels(db, { after: null, limit: MAX_TAGS, minDramas: 1 })
  )
  return { list: labels.map(({ id, title, drama_count }) => ({ id, name: title[lang], count: drama_count })) }
}
