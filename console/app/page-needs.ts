// What pages need beside their code, so that it loads at the same time instead of once they are drawn.
import type { QueryClient } from '@tanstack/react-query'
import { prefetch } from '../api/prefetch.js'
import { waitForMutation } from '../api/send-action.js'
import { Audience } from '../dramas/lazy-audience.js'
import { readChosenLanguage } from '../i18n/languages.js'
import type { Part } from '../i18n/parts.js'
import { loadTexts } from '../i18n/use-text.js'
import { ChosenPartner } from '../partner/partner-frame.js'
import { RetentionContent } from '../partner/retention/lazy-retention-content.js'
import { isPartnerViewed, viewPartner } from '../partner/viewed-partner.js'
import { isPartnerPage, listFirstMutations, listFirstRequests, type PageAddress } from './first-requests.js'

/** By the path of the route. */
export const pageTexts: Readonly<Record<string, readonly Part[]>> = {
  '/today': ['console-today'],
  '/health': ['console-today', 'console-failures', 'console-names'],
  '/account': ['console-access'],
  '/reviews': ['console-reviews'],
  '/reviews/decided': ['console-reviews'],
  '/reviews/held': ['console-reviews'],
  '/partners': ['console-partners'],
  '/partners/show': ['console-partners'],
  '/products': ['console-products'],
  '/members': ['console-access'],
  '/audit': ['console-access', 'console-audit'],
  '/search': ['console-support'],
  '/orders': ['console-support'],
  '/orders/$orderNo': ['console-support'],
  '/viewers/$userId': ['console-support'],
  '/coin-requests': ['console-support'],
  '/feedback': ['console-support'],
  '/dramas': ['console-dramas'],
  '/dramas/create': ['console-dramas'],
  '/dramas/edit': ['console-dramas'],
  '/dramas/upload': ['console-uploads', 'console-failures'],
  '/dramas/ingests': ['console-uploads', 'console-failures'],
  '/campaigns': ['console-campaigns'],
  '/campaigns/create': ['console-campaigns'],
  '/campaigns/edit': ['console-campaigns'],
  '/partner/report': ['console-partner'],
  '/partner/retention': ['console-partner'],
  '/partner/postbacks': ['console-partner'],
  '/partner/links': ['console-partner', 'console-links'],
  '/partner/experiments': ['console-partner', 'console-experiments'],
  '/partner/experiments/edit': ['console-partner', 'console-experiments'],
  '/partner/experiments/show': ['console-partner', 'console-experiments'],
  '/partner/self-test': ['console-partner', 'console-self-test', 'console-failures'],
  '/partner/schedules': ['console-partner'],
  '/partner/keys': ['console-partner'],
  '/partner/members': ['console-partner', 'console-access']
}

/** Code and texts that a page draws at once, but only at some addresses or for some members. */
export async function preloadPageParts(route: string, { member, search }: PageAddress): Promise<void> {
  const language = readChosenLanguage()
  await Promise.all([
    isPartnerPage(route) && member.partner === null && ChosenPartner.preload(),
    route === '/partner/retention' && search.drama !== undefined && RetentionContent.preload(),
    ...(route === '/dramas/edit' && search.tab === 'audience'
      ? [Audience.preload(), loadTexts('console-partner', language)]
      : [])
  ])
}

export async function prefetchPage(client: QueryClient, route: string, address: PageAddress): Promise<void> {
  const { member, search } = address
  if (isPartnerPage(route) && member.partner === null && typeof search.partner === 'string') {
    // The page itself changes from one partner to another.
    if (isPartnerViewed()) return
    viewPartner(client, search.partner)
  }
  await Promise.all([
    ...listFirstRequests(route, address).map(request => prefetch(client, request)),
    ...listFirstMutations(route, member).map(({ path, request }) => waitForMutation(path, request))
  ])
}
