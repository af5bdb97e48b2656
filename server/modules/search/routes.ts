import type { z } from 'zod'
import type { SearchResponse, search, suggest } from '../../../contract/search.js'
import type { RequestContext } from '../../http/request-context.js'
import { cutToPage, formatCursor, parseCursor } from '../../lib/cursor.js'
import { toLoggedError } from '../../lib/log.js'
import { sha256Hex } from '../../lib/sha256.js'
import { toDramaCard } from '../catalogue/drama-response.js'
import { findDramasById } from '../catalogue/list-queries.js'
import { countSearch, findHotKeywords } from './hot-keywords.js'
import { searchDramas } from './search.js'
import { suggestPhrases } from './suggest.js'

export async function getSearch(
  context: RequestContext,
  request: z.output<typeof search.request>
): Promise<SearchResponse> {
  const { content, db, lang, limits } = context
  await limits.search.take(context)
  const { keyword, page_size: size = 20, cursor } = request
  const list = `search:${lang}:${sha256Hex(keyword).slice(0, 16)}`
  const after = parseCursor(list, ['small', 'small', 'text'], cursor)
  const page = { lang, after, limit: size + 1 }
  const key = `search:${JSON.stringify([keyword, page])}`
  const { rows, corrected, dramas } = await content.cached(key, async () => {
    const found = await searchDramas(db, keyword, page)
    const ids = found.rows.map(row => row.drama_id)
    return { ...found, dramas: await findDramasById(db, ids.slice(0, size)) }
  })
  const resultPage = cutToPage(rows, size, last => formatCursor(list, [last.score, last.popularity, last.drama_id]))
  if (after === null && dramas.length > 0) countInBackground(context, corrected ?? keyword)
  return {
    ...resultPage,
    list: dramas.map(row => toDramaCard(row, context)),
    ...(corrected === null ? {} : { corrected })
  }
}

// Runs in the background and only logs errors, because search must work on a full disk.
function countInBackground({ db, viewer, lang, now, log }: RequestContext, keyword: string): void {
  if (viewer === null) return
  countSearch(db, { userId: viewer.userId, lang, keyword, now }).catch(error =>
    log.warn({ error: toLoggedError(error) }, 'a search was not counted')
  )
}

export async function getSuggest(context: RequestContext, request: z.output<typeof suggest.request>) {
  await context.limits.suggest.take(context)
  return { list: await suggestPhrases(context.replicas.readerFor(context.viewer), request.keyword, context.lang) }
}

export async function getHotKeywords({ replicas, viewer, lang }: RequestContext) {
  return { list: await findHotKeywords(replicas.readerFor(viewer), lang) }
}
