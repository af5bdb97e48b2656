import type { z } from 'zod'
import type { Quote, quote } from '../../../contract/quote.js'
import type { RequestContext } from '../../http/request-context.js'
import { findOnlineEpisodes } from '../catalogue/queries.js'
import { requireDrama } from '../catalogue/routes.js'
import { readBalance } from '../ledger/wallet.js'
import { loadEpisodeAccess } from '../play/load-episode-access.js'
import { readEpisodeProgress } from '../play/queries.js'
import { readOffers } from '../store/products.js'
import { requireViewer } from '../visitor/session.js'
import { createQuote } from './quote-rules.js'

export async function getQuote(context: RequestContext, request: z.output<typeof quote.request>): Promise<Quote> {
  const { db, config } = context
  const { userId } = requireViewer(context.viewer)
  const drama = await requireDrama(context, request.drama_id)
  const rows = await findOnlineEpisodes(db, drama.id)
  const accessList = await loadEpisodeAccess(context, drama, rows)
  const positions = await readEpisodeProgress(db, userId, drama.id)
  const progress = new Map(positions.map(row => [row.episode_id, row]))
  return createQuote({
    dramaId: drama.id,
    accessList,
    episodes: rows.map(({ id, duration_s }) => {
      const { finished = false, position_s = 0 } = progress.get(id) ?? {}
      return { id, duration_s, watched_s: finished ? duration_s : position_s }
    }),
    toNo: request.to_no,
    balance: await readBalance(db, userId, context.now),
    currency: config.currency,
    ...(await readOffers(db, config.currency))
  })
}
