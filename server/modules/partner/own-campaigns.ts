import { parameterError } from '../../http/business-error.js'
import { isZone } from '../../lib/time-zone.js'
import type { PartnerContext } from './partner-action.js'

/** A campaign of the caller's; `zone` is what its days are counted in. */
export interface OwnCampaign {
  lpid: string
  name: string
  status: 'active' | 'closed'
  zone: string
}

/**
 * The campaigns of a partner, or the one that is named. One of somebody else's is as unknown as one that does not exist.
 */
export async function ownCampaigns(
  { db, config, partner }: Pick<PartnerContext, 'db' | 'config' | 'partner'>,
  lpid?: string
): Promise<OwnCampaign[]> {
  const rows = await db
    .selectFrom('campaigns')
    .select(['lpid', 'name', 'status', 'timezone'])
    .where('partner_id', '=', partner.id)
    .$if(lpid !== undefined, query => query.where('lpid', '=', lpid ?? ''))
    .execute()
  if (lpid !== undefined && rows.length === 0) throw parameterError('lpid')
  const campaigns = rows.map(({ timezone, ...row }) => ({
    ...row,
    zone: timezone !== null && isZone(timezone) ? timezone : config.timezone
  }))
  return campaigns.sort((one, other) => (one.lpid < other.lpid ? -1 : 1))
}
