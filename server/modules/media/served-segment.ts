import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { readCaller } from '../../http/caller.js'
import type { RequestContext } from '../../http/request-context.js'
import { sha256Hex } from '../../lib/sha256.js'
import type { Services } from '../../services.js'
import type { FilmSegment } from './asset-file.js'
import type { Ticket } from './ticket.js'

/** User id in tickets for free episodes, which are shared and cached. */
export const PUBLIC_TICKET_USER_ID = '-'

/** Of the app in a preview, whose film counts for nobody. No user has this id. */
export const PREVIEW_USER_ID = 'preview'

/** Film with a public ticket belongs to one network and browser, because its requests carry no token. */
export const computeAnonymousOwner = ({
  accountKeys,
  address,
  userAgent
}: Pick<RequestContext, 'accountKeys' | 'address' | 'userAgent'>) =>
  `~${accountKeys.networkHash('film', address, userAgent)}`

/** Records the segment once its last byte has been handed to the network. */
export function recordServedSegment(
  context: Context,
  services: Services,
  { ticket, text, segment }: { ticket: Ticket; text: string; segment: FilmSegment }
): void {
  const { accountKeys, config, servedMedia } = services
  if (config.countedWatchTime !== 'served' || ticket.userId === PREVIEW_USER_ID) return
  const isPublic = ticket.userId === PUBLIC_TICKET_USER_ID
  const owner = isPublic ? computeAnonymousOwner({ accountKeys, ...readCaller(context, services) }) : ticket.userId
  const served = { owner, asset: ticket.asset, ticket: sha256Hex(text).slice(0, 24) }
  const record = () => servedMedia.record({ ...served, segment: segment.number, seconds: segment.seconds })
  const { outgoing }: Partial<HttpBindings> = context.env ?? {}
  if (outgoing === undefined) record()
  else outgoing.once('finish', record)
}
