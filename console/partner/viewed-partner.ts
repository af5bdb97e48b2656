import type { QueryClient } from '@tanstack/react-query'
import { setViewedPartner } from '../api/send-action.js'

let viewedId: string | null = null

/** Requests of partners' pages name this partner from now on. What was read of another one is forgotten. */
export function viewPartner(client: QueryClient, id: string): void {
  if (id === viewedId) return
  viewedId = id
  client.removeQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/partner/') })
  setViewedPartner(id)
}

export const isPartnerViewed = (): boolean => viewedId !== null
