import { createFieldError } from '../../http/business-error.js'
import { isTimeZone } from '../../lib/time-zone.js'
import type { PartnerContext } from './partner-action.js'

export interface OwnCampaign {
  lpid: string
  name: string
  status: 'active' | 'closed'
  zone: string
}

/** Throws the same error for another partner's campaign as for an unknown one. */
export async function readOwnCampaigns(
  { db, config, partner }: Pick<PartnerContext, 'db' | 'config' | 'partner'>,
  lpid?: string
): Promise<OwnCampaign[]> {
  const rows = await db
    .selectFrom('campaigns')
    .select(['lpid', 'name', 'status', 'timezone'])
    .where('partner_id', '=', partner.id)
    .$if(lpid !== undefined, query => query.where('lpid', '=', lpid ?? ''))
    .execute()
  if (lpid !== undefined && rows.length === 0) throw createFieldError('lpid', 'unknown_campaign')
  const campaigns = rows.map(({ timezone, ...row }) => ({
    ...row,
    zone: timezone !== null && isTimeZone(timezone) ? timezone : config.timezone
  }))
  return campaigns.sort((one, other) => (one.lpid < other.lpid ? -1 : 1))
}
