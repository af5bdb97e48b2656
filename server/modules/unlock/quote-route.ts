import type { z } from 'zod'
import type { Quote, quote } from '../../../contract/quote.js'
import type { RequestContext } from '../../http/request-context.js'
import { readOnlineEpisodes } from '../catalogue/cached-catalogue.js'
import { requireDrama } from '../catalogue/routes.js'
import { readBalance } from '../ledger/wallet.js'
import { toDramaAccess } from '../play/drama-access.js'
import { readViewerForEpisodes } from '../play/queries.js'
import { readOffers } from '../store/products.js'
import { requireViewer } from '../visitor/session.js'
import { createQuote } from './quote-rules.js'

export async function getQuote(context: RequestContext, request: z.output<typeof quote.request>): Promise<Quote> {
  const { db, config, now } = context
  const { userId } = requireViewer(context.viewer)
  const drama = await requireDrama(context, request.drama_id)
  const rows = await readOnlineEpisodes(context, drama.id)
  const own = await readViewerForEpisodes(db, { userId, dramaId: drama.id, now })
  const accessList = toDramaAccess(drama, rows, own)
  const progress = new Map(own.positions.map(position => [position.episode_id, position]))
  return createQuote({
    dramaId: drama.id,
    accessList,
    episodes: rows.map(({ id, duration_s }) => {
      const { finished = false, position_s = 0 } = progress.get(id) ?? {}
      return { id, duration_s, watched_s: finished ? duration_s : position_s }
    }),
    toNo: request.to_no,
    balance: await readBalance(db, userId, now),
    currency: config.currency,
    ...(await readOffers(db, config.currency))
  })
}
