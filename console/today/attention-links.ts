import type { ActionResponse } from '../api/action-types.js'
import type { Member } from '../api/use-session.js'
import { listNavigation } from '../app/navigation.js'

export type AttentionItem = ActionResponse<'/operator/attention'>['list'][number]

/** The page for each target, and the page of the menu that leads to it. */
const pages: Record<AttentionItem['target'], { to: string; menu: string }> = {
  review: { to: '/reviews', menu: '/reviews' },
  rewards: { to: '/reviews/held', menu: '/reviews' },
  campaigns: { to: '/campaigns', menu: '/campaigns' },
  postbacks: { to: '/campaigns', menu: '/campaigns' },
  orders: { to: '/search', menu: '/search' },
  feedback: { to: '/feedback', menu: '/feedback' },
  coin_requests: { to: '/coin-requests', menu: '/coin-requests' },
  ingests: { to: '/dramas/ingests', menu: '/dramas' },
  health: { to: '/health', menu: '/health' }
}

/** The page where the member can do something about it; null without one that the role sees. */
export function findAttentionPage(
  target: AttentionItem['target'],
  member: Pick<Member, 'role' | 'is_partner_admin'>
): string | null {
  const { to, menu } = pages[target]
  return listNavigation(member).some(item => item.to === menu) ? to : null
}
