import type { ActionResponse } from '../api/action-types.js'
import type { Role } from '../api/use-session.js'
import { listNavigation } from '../app/navigation.js'

export type AttentionItem = ActionResponse<'/operator/attention'>['list'][number]

const pages: Record<AttentionItem['target'], readonly string[]> = {
  review: ['/reviews'],
  rewards: ['/rewards', '/reviews'],
  campaigns: ['/campaigns'],
  postbacks: ['/campaigns'],
  orders: ['/search'],
  feedback: ['/feedback'],
  health: ['/health']
}

/** The page where the member can do something about it; null without one that the role sees. */
export function findAttentionPage(target: AttentionItem['target'], role: Role): string | null {
  const seen = new Set(listNavigation(role, false).map(({ to }) => to))
  return pages[target].find(path => seen.has(path)) ?? null
}
