// What pages need beside their code, so that it loads at the same time instead of once they are drawn.
import type { QueryClient } from '@tanstack/react-query'
import type { Lang } from '../../contract/protocol/language.js'
import { prefetchList, prefetchQuery } from '../api/prefetch.js'
import type { Member } from '../api/use-session.js'
import type { Part } from '../i18n/parts.js'
import { CAMPAIGN_LIST_REQUEST } from '../partner/campaign-list-request.js'
import { ChosenPartner } from '../partner/partner-frame.js'
import { toReportFilter, toReportRequest } from '../partner/report/report-request.js'
import { parseReportSearch } from '../partner/report/report-search.js'
import { isPartnerViewed, viewPartner } from '../partner/viewed-partner.js'
import { parseOrderFilter } from '../support/order-filter.js'

export interface PrefetchContext {
  client: QueryClient
  member: Member
  lang: Lang
  params: Readonly<Record<string, string>>
  search: Readonly<Record<string, unknown>>
}

/** False for one that this page does not need at this address. */
type Requests = readonly (Promise<void> | false)[]

interface PageNeeds {
  texts?: readonly Part[]
  /** Sends the requests of the page's first state: each with what the page itself would ask. */
  prefetch?(context: PrefetchContext): Requests
  /** Loads code that the page draws at once, but only for some members. */
  preload?(member: Member): Promise<unknown>
}

const id = ({ search }: PrefetchContext) => String(search.id ?? '')

/** By the path of the route. */
export const pageNeeds: Readonly<Record<string, PageNeeds>> = {
  '/today': {
    texts: ['console-today'],
    prefetch: ({ client }) => [
      prefetchQuery(client, '/operator/today', {}),
      prefetchQuery(client, '/operator/attention', {})
    ]
  },
  '/health': {
    texts: ['console-today'],
    prefetch: ({ client }) => [prefetchQuery(client, '/operator/health', {})]
  },
  '/account': {
    texts: ['console-access'],
    prefetch: ({ client }) => [prefetchQuery(client, '/console/api/account', {})]
  },
  '/reviews': { texts: ['console-reviews'] },
  '/reviews/decided': {
    texts: ['console-reviews'],
    prefetch: ({ client }) => [prefetchList(client, '/operator/reward_list', { status: 'decided' })]
  },
  '/reviews/held': {
    texts: ['console-reviews'],
    prefetch: ({ client }) => [prefetchList(client, '/operator/reward_waiting', {})]
  },
  '/partners': {
    texts: ['console-partners'],
    prefetch: ({ client }) => [prefetchList(client, '/operator/partner_list', { page_size: 50 })]
  },
  '/partners/show': {
    texts: ['console-partners'],
    prefetch: context => [prefetchQuery(context.client, '/operator/partner_show', { id: id(context) })]
  },
  '/products': {
    texts: ['console-products'],
    prefetch: ({ client, lang }) => [prefetchList(client, '/operator/product_report', { lang })]
  },
  '/members': {
    texts: ['console-access'],
    prefetch: ({ client }) => [prefetchQuery(client, '/operator/member_list', {})]
  },
  '/audit': {
    texts: ['console-access'],
    prefetch: ({ client }) => [prefetchList(client, '/operator/log', {})]
  },
  '/search': { texts: ['console-support'] },
  '/orders': {
    texts: ['console-support'],
    prefetch: ({ client, search: { status } }) => [
      prefetchList(client, '/operator/order_list', { status: parseOrderFilter(status) })
    ]
  },
  '/orders/$orderNo': {
    texts: ['console-support'],
    prefetch: ({ client, params: { orderNo = '' } }) => [
      prefetchQuery(client, '/operator/order_show', { order_no: orderNo }),
      prefetchQuery(client, '/operator/order_history', { order_no: orderNo })
    ]
  },
  '/viewers/$userId': {
    texts: ['console-support'],
    prefetch: ({ client, params: { userId = '' } }) => [
      prefetchQuery(client, '/operator/viewer_show', { user_id: userId })
    ]
  },
  '/coin-requests': {
    texts: ['console-support'],
    prefetch: ({ client }) => [prefetchList(client, '/operator/coins_request_list', { status: 'waiting' })]
  },
  '/feedback': {
    texts: ['console-support'],
    prefetch: ({ client }) => [prefetchList(client, '/operator/feedback_list', { status: 'open' })]
  },
  '/partner/report': ofPartner(context => {
    const { client, lang, search } = context
    const request = toReportRequest(parseReportSearch(search), lang)
    return [prefetchCampaigns(context), prefetchQuery(client, '/partner/report', request)]
  }),
  '/partner/retention': ofPartner(context => {
    const { client, lang, search } = context
    const request = { drama_id: String(search.drama), lang, ...toReportFilter(parseReportSearch(search)) }
    const isChosen = typeof search.drama === 'string'
    return [prefetchCampaigns(context), isChosen && prefetchQuery(client, '/partner/retention', request)]
  }),
  '/partner/postbacks': ofPartner(context => {
    const { status, lpid } = context.search
    const isFiltered = status !== undefined || lpid !== undefined
    return [prefetchCampaigns(context), !isFiltered && prefetchList(context.client, '/partner/postbacks', {})]
  }),
  '/partner/links': ofPartner(context => [prefetchCampaigns(context)]),
  '/partner/experiments': ofPartner(
    context => [prefetchCampaigns(context), prefetchList(context.client, '/partner/experiment_list', {})],
    'console-experiments'
  ),
  '/partner/experiments/edit': ofPartner(
    context => [prefetchCampaigns(context), id(context) !== '' && prefetchExperiment(context)],
    'console-experiments'
  ),
  '/partner/experiments/show': ofPartner(context => [prefetchExperiment(context)], 'console-experiments'),
  '/partner/self-test': ofPartner(context => [prefetchCampaigns(context)], 'console-self-test'),
  '/partner/schedules': ofPartner(({ client }) => [prefetchQuery(client, '/partner/schedule_list', {})]),
  '/partner/keys': ofPartner(({ client }) => [prefetchQuery(client, '/partner/key_list', {})]),
  '/partner/members': ofPartner(({ client }) => [prefetchList(client, '/partner/member_list', {})], 'console-access'),
  '/dramas': {
    texts: ['console-dramas'],
    prefetch: ({ client }) => [prefetchList(client, '/operator/drama_list', { filter: 'all', sort: 'updated' })]
  },
  '/dramas/create': { texts: ['console-dramas'] },
  '/dramas/edit': {
    texts: ['console-dramas'],
    prefetch: context => [
      id(context) !== '' && prefetchQuery(context.client, '/operator/drama_show', { id: id(context) })
    ]
  },
  '/dramas/upload': {
    texts: ['console-uploads'],
    prefetch: context => [prefetchList(context.client, '/operator/ingest_list', { drama_id: id(context) })]
  },
  '/dramas/ingests': {
    texts: ['console-uploads'],
    prefetch: ({ client }) => [prefetchList(client, '/operator/ingest_list', {})]
  },
  '/campaigns': {
    texts: ['console-campaigns'],
    prefetch: ({ client, member: { role } }) => [
      prefetchList(client, '/operator/campaign_list', {}),
      role !== 'support' && prefetchQuery(client, '/operator/partner_list', {})
    ]
  },
  '/campaigns/create': { texts: ['console-campaigns'] },
  '/campaigns/edit': {
    texts: ['console-campaigns'],
    prefetch: ({ client, search: { lpid = '' } }) => [
      lpid !== '' && prefetchQuery(client, '/operator/campaign_show', { lpid: String(lpid) })
    ]
  }
}

const prefetchCampaigns = ({ client }: PrefetchContext) =>
  prefetchQuery(client, '/partner/campaign_list', CAMPAIGN_LIST_REQUEST)

const prefetchExperiment = (context: PrefetchContext) =>
  prefetchQuery(context.client, '/partner/experiment_show', { id: id(context) })

/** Pages of partners. Operators see those of the partner in the address, below a list of all. */
function ofPartner(prefetch: (context: PrefetchContext) => Requests, ...texts: Part[]): PageNeeds {
  return {
    texts: ['console-partner', ...texts],
    preload: async ({ partner }) => (partner === null ? ChosenPartner.preload() : undefined),
    prefetch(context) {
      const { client, member, search } = context
      if (member.partner !== null) return prefetch(context)
      const partners = prefetchQuery(client, '/operator/partner_list', {})
      if (typeof search.partner !== 'string' || isPartnerViewed()) return [partners]
      viewPartner(client, search.partner)
      return [partners, ...prefetch(context)]
    }
  }
}
