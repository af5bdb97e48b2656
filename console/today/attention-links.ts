import type { ActionResponse } from '../api/action-types.js'
import type { Member } from '../api/use-session.js'
import { listNavigation } from '../app/navigation.js'
import type { OrderFilter } from '../support/order-filter.js'

export type AttentionItem = ActionResponse<'/operator/attention'>['list'][number]
type AttentionCampaign = AttentionItem['campaigns'][number]
type Viewer = Pick<Member, 'role' | 'is_partner_admin'>

export interface AttentionAddress {
  to: string
  search?: Readonly<Record<string, string>>
}

/** The page for each target, and the page of the menu that leads to it. */
const pages: Record<AttentionItem['target'], { to: string; menu: string }> = {
  review: { to: '/reviews', menu: '/reviews' },
  rewards: { to: '/reviews/held', menu: '/reviews' },
  campaigns: { to: '/campaigns', menu: '/campaigns' },
  postbacks: { to: '/campaigns', menu: '/campaigns' },
  orders: { to: '/orders', menu: '/orders' },
  feedback: { to: '/feedback', menu: '/feedback' },
  coin_requests: { to: '/coin-requests', menu: '/coin-requests' },
  ingests: { to: '/dramas/ingests', menu: '/dramas' },
  health: { to: '/health', menu: '/health' }
}

const orderFilters: Partial<Record<AttentionItem['kind'], OrderFilter>> = {
  disputes: 'disputed',
  waiting_refunds: 'refund_waiting',
  failed_refunds: 'refund_failed'
}

const sees = (member: Viewer, menu: string) => listNavigation(member).some(item => item.to === menu)

/** The page where the member can do something about it; null without one that the role sees. */
export function findAttentionPage(
  { kind, target, campaigns: [first] }: Pick<AttentionItem, 'kind' | 'target' | 'campaigns'>,
  member: Viewer
): AttentionAddress | null {
  if (target === 'postbacks' && first !== undefined) return findCampaignPage(target, first, member)
  const { to, menu } = pages[target]
  if (!sees(member, menu)) return null
  const status = orderFilters[kind]
  return status === undefined ? { to } : { to, search: { status } }
}

/** The failed postbacks of a partner's campaign are in the pages of the partner. */
export function findCampaignPage(
  target: AttentionItem['target'],
  { lpid, partner_id: partner }: Pick<AttentionCampaign, 'lpid' | 'partner_id'>,
  member: Viewer
): AttentionAddress | null {
  if (target === 'postbacks' && partner !== null && sees(member, '/partner/postbacks')) {
    return { to: '/partner/postbacks', search: { partner, status: 'failed', lpid } }
  }
  if (!sees(member, '/campaigns')) return null
  // Viewers without a campaign have a budget, too.
  return lpid === '' ? { to: '/campaigns' } : { to: '/campaigns/edit', search: { lpid } }
}
