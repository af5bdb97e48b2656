import type { z } from 'zod'
import type { SearchAnswer, search, suggest } from '../../../contract/search.js'
import type { RequestContext } from '../../http/request-context.js'
import { page, readCursor, writeCursor } from '../../lib/cursor.js'
import { loggedError } from '../../lib/log.js'
import { digest } from '../../lib/sha256.js'
import { toDramaCard } from '../catalogue/drama-answer.js'
import { dramasById } from '../catalogue/list-queries.js'
import { countSearch, hotKeywords } from './hot-keywords.js'
import { searchDramas } from './search.js'
import { suggestPhrases } from './suggest.js'

/** Dramas that a keyword finds, best match first. */
export async function getSearch(
  context: RequestContext,
  request: z.output<typeof search.request>
): Promise<SearchAnswer> {
  const { db, lang, limits } = context
  limits.search.take(context)
  const { keyword, page_size: size = 20, cursor } = request
  const list = `search:${lang}:${digest(keyword).slice(0, 16)}`
  const after = readCursor(list, ['small', 'small', 'text'], cursor)
  const { rows, corrected } = await searchDramas(db, keyword, { lang, after, limit: size + 1 })
  const cut = page(rows, size, last => writeCursor(list, [last.score, last.popularity, last.drama_id]))
  const cards = await dramasById(
    db,
    cut.list.map(row => row.drama_id)
  )
  if (after === null && cards.length > 0) remember(context, corrected ?? keyword)
  return {
    ...cut,
    list: cards.map(row => toDramaCard(row, context)),
    ...(corrected === null ? {} : { corrected })
  }
}

// Nobody waits for the counting, and nobody is told when it fails: a full disk still lets people search.
function remember({ db, viewer, lang, now, log }: RequestContext, keyword: string): void {
  if (viewer === null) return
  countSearch(db, { userId: viewer.userId, lang, keyword, now }).catch(error =>
    log.warn({ error: loggedError(error) }, 'a search was not counted')
  )
}

/** What somebody who is typing may mean. */
export async function getSuggest(context: RequestContext, request: z.output<typeof suggest.request>) {
  context.limits.suggest.take(context)
  return { list: await suggestPhrases(context.db, request.keyword, context.lang) }
}

/** What others search. */
export async function getHotKeywords({ db, lang }: RequestContext) {
  return { list: await hotKeywords(db, lang) }
}
