import type { z } from 'zod'
import type { HomeResponse, home } from '../../../contract/drama.js'
import type { RequestContext } from '../../http/request-context.js'
import { formatCursor, parseCursor } from '../../lib/cursor.js'
import { toContinueCard } from '../history/continue-card.js'
import { readWatchedDramas } from '../history/queries.js'
import { toBanner, toDramaCard } from './drama-response.js'
import { findEditorsDramas } from './list-queries.js'
import { readShelves, type ShelfCursor, type ShelfRows } from './shelves.js'

const MAX_BANNERS = 5
const MAX_CONTINUE_CARDS = 10
const SHELVES_PER_PAGE = 10

const readFirstPage = ({ db, content }: RequestContext, size: number) =>
  content.cached(`home:${size}`, async () => {
    const banners = await findEditorsDramas(db, MAX_BANNERS)
    return { banners, ...(await readShelves(db, null, size)) }
  })

const readNextPage = ({ db, content }: RequestContext, cursor: ShelfCursor, size: number) =>
  content.cached(`shelves:${JSON.stringify(cursor)}:${size}`, () => readShelves(db, cursor, size))

export async function getHome(context: RequestContext, request: z.output<typeof home.request>): Promise<HomeResponse> {
  const { db, viewer } = context
  const shelfCursor = readShelfCursor(request.cursor)
  const size = request.page_size ?? SHELVES_PER_PAGE
  if (shelfCursor !== null) return toHomeResponse(context, [], [], await readNextPage(context, shelfCursor, size))
  const first = await readFirstPage(context, size)
  const watched = viewer === null ? [] : await readWatchedDramas(db, viewer.userId, null, MAX_CONTINUE_CARDS)
  return toHomeResponse(
    context,
    first.banners.map(row => toBanner(row, context)),
    watched.map(row => toContinueCard(row, context)),
    first
  )
}

function toHomeResponse(
  context: RequestContext,
  banners: HomeResponse['banners'],
  continueCards: HomeResponse['continue'],
  { shelves, next }: { shelves: ShelfRows[]; next: ShelfCursor | null }
): HomeResponse {
  return {
    banners,
    shelves: shelves.map(({ id, title, rows }) => ({
      id,
      title: title[context.lang],
      list: rows.map(row => toDramaCard(row, context))
    })),
    continue: continueCards,
    next_cursor: next === null ? null : formatCursor(`home:${next.stage}`, next.key),
    has_more: next !== null
  }
}

function readShelfCursor(cursor: string | undefined): ShelfCursor | null {
  const labels = parseCursor('home:labels', ['small', 'text'], cursor)
  if (labels !== null) return { stage: 'labels', key: labels }
  const more = parseCursor('home:more', ['integer', 'text', 'small'], cursor)
  return more === null ? null : { stage: 'more', key: more }
}
