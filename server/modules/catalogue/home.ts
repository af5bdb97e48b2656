import type { z } from 'zod'
import type { HomeAnswer, home } from '../../../contract/drama.js'
import type { RequestContext } from '../../http/request-context.js'
import { readCursor, writeCursor } from '../../lib/cursor.js'
import { watchedDramas } from '../user/queries.js'
import { continueCardOf } from '../user/user-answer.js'
import { toBanner, toDramaCard } from './drama-answer.js'
import { editorsDramas } from './list-queries.js'
import { readShelves, type ShelfCursor, type ShelfRows } from './shelves.js'

const BANNERS = 5
const CONTINUE_CARDS = 10
const SHELVES = 10

/** Visitors who arrive together share one reading of the first page. */
const readFirstPage = shareInFlight(async (db: RequestContext['db']) => {
  const banners = await editorsDramas(db, BANNERS)
  return { banners, ...(await readShelves(db, null, SHELVES)) }
})

/** Home: shelves page by page, on the first page with banners, and with a token what the viewer can continue. */
export async function getHome(context: RequestContext, request: z.output<typeof home.request>): Promise<HomeAnswer> {
  const { db, viewer } = context
  const place = placeOf(request.cursor)
  const size = request.page_size ?? SHELVES
  if (place !== null) return answer(context, [], [], await readShelves(db, place, size))
  const isUsual = size === SHELVES
  const first = isUsual
    ? await readFirstPage(db)
    : { banners: await editorsDramas(db, BANNERS), ...(await readShelves(db, null, size)) }
  const watched = viewer === null ? [] : await watchedDramas(db, viewer.userId, null, CONTINUE_CARDS)
  return answer(
    context,
    first.banners.map(row => toBanner(row, context)),
    watched.map(row => continueCardOf(row, context)),
    first
  )
}

function answer(
  context: RequestContext,
  banners: HomeAnswer['banners'],
  continuing: HomeAnswer['continue'],
  { shelves, next }: { shelves: ShelfRows[]; next: ShelfCursor | null }
): HomeAnswer {
  return {
    banners,
    shelves: shelves.map(({ id, title, rows }) => ({
      id,
      title: title[context.lang],
      list: rows.map(row => toDramaCard(row, context))
    })),
    continue: continuing,
    next_cursor: next === null ? null : writeCursor(`home:${next.stage}`, next.key),
    has_more: next !== null
  }
}

function placeOf(cursor: string | undefined): ShelfCursor | null {
  const labels = readCursor('home:labels', ['small', 'text'], cursor)
  if (labels !== null) return { stage: 'labels', key: labels }
  const more = readCursor('home:more', ['integer', 'text', 'small'], cursor)
  return more === null ? null : { stage: 'more', key: more }
}

/** Lets those who ask for the same thing at the same time share one answer; nothing is kept after it has come. */
function shareInFlight<Source extends object, Result>(
  read: (source: Source) => Promise<Result>
): (source: Source) => Promise<Result> {
  const underway = new WeakMap<Source, Promise<Result>>()
  return source => {
    const reading = underway.get(source) ?? read(source).finally(() => underway.delete(source))
    underway.set(source, reading)
    return reading
  }
}
