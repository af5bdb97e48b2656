// What each page asks for first. It is asked for as soon as the session is known, while the console's code is on the way:
// hence nothing here may import what draws.
import type { Lang } from '../../contract/protocol/language.js'
import type { CursorPath } from '../api/action-queries.js'
import type { ActionRequest, MutationPath, QueryPath } from '../api/action-types.js'
import type { Member } from '../api/use-session.js'
import { toAudienceRequest } from '../dramas/audience-request.js'
import { CAMPAIGN_LIST_REQUEST } from '../partner/campaign-list-request.js'
import { toReportFilter, toReportRequest } from '../partner/report/report-request.js'
import { parseReportSearch } from '../partner/report/report-search.js'
import { toNextSubmissionsRequest } from '../reviews/next-submissions-request.js'
import { mayReview } from '../reviews/review-roles.js'
import { parseOrderFilter } from '../support/order-filter.js'

export interface PageAddress {
  member: Member
  lang: Lang
  params: Readonly<Record<string, string>>
  search: Readonly<Record<string, unknown>>
}

/** `isList` if the page reads it page by page. */
export type FirstRequest =
  | { isList: false; path: QueryPath; request: ActionRequest<QueryPath> }
  | { isList: true; path: CursorPath; request: ActionRequest<CursorPath> }

/** False for one that this page does not need at this address. */
type ListRequests = (address: PageAddress) => readonly (FirstRequest | false)[]

const query = <Path extends QueryPath>(path: Path, request: ActionRequest<Path>): FirstRequest => ({
  isList: false,
  path,
  request
})

const list = <Path extends CursorPath>(path: Path, request: ActionRequest<Path>): FirstRequest => ({
  isList: true,
  path,
  request
})

const campaigns = query('/partner/campaign_list', CAMPAIGN_LIST_REQUEST)
const id = ({ search }: PageAddress) => String(search.id ?? '')
const experiment = (address: PageAddress) => query('/partner/experiment_show', { id: id(address) })

/** Pages of partners. Operators see those of the partner in the address, below a list of all. */
function ofPartner(listRequests: ListRequests): ListRequests {
  return address => {
    const { member, search } = address
    if (member.partner !== null) return listRequests(address)
    const partners = query('/operator/partner_list', {})
    return typeof search.partner === 'string' ? [partners, ...listRequests(address)] : [partners]
  }
}

/** By the path of the route; each with exactly what the page itself asks in its first state. */
const firstRequests: Readonly<Record<string, ListRequests>> = {
  '/today': () => [query('/operator/today', {}), query('/operator/attention', {})],
  '/health': () => [query('/operator/health', {})],
  '/account': () => [query('/console/api/account', {})],
  '/reviews': () => [],
  '/reviews/decided': () => [list('/operator/reward_list', { status: 'decided' })],
  '/reviews/held': () => [list('/operator/reward_waiting', {})],
  '/partners': () => [list('/operator/partner_list', { page_size: 50 })],
  '/partners/show': address => [query('/operator/partner_show', { id: id(address) })],
  '/products': ({ lang }) => [list('/operator/product_report', { lang })],
  '/members': () => [query('/operator/member_list', {})],
  '/audit': () => [list('/operator/log', {})],
  '/orders': ({ search: { status } }) => [list('/operator/order_list', { status: parseOrderFilter(status) })],
  '/orders/$orderNo': ({ params: { orderNo = '' } }) => [
    query('/operator/order_show', { order_no: orderNo }),
    query('/operator/order_history', { order_no: orderNo })
  ],
  '/viewers/$userId': ({ params: { userId = '' } }) => [query('/operator/viewer_show', { user_id: userId })],
  '/coin-requests': () => [list('/operator/coins_request_list', { status: 'waiting' })],
  '/feedback': () => [list('/operator/feedback_list', { status: 'open' })],
  '/partner/report': ofPartner(({ lang, search }) => [
    campaigns,
    query('/partner/report', toReportRequest(parseReportSearch(search), lang))
  ]),
  '/partner/retention': ofPartner(({ lang, search }) => [
    campaigns,
    typeof search.drama === 'string' &&
      query('/partner/retention', { drama_id: search.drama, lang, ...toReportFilter(parseReportSearch(search)) })
  ]),
  '/partner/postbacks': ofPartner(({ search: { status, lpid } }) => [
    campaigns,
    status === undefined && lpid === undefined && list('/partner/postbacks', {})
  ]),
  '/partner/links': ofPartner(() => [campaigns]),
  '/partner/experiments': ofPartner(() => [campaigns, list('/partner/experiment_list', {})]),
  '/partner/experiments/edit': ofPartner(address => [campaigns, id(address) !== '' && experiment(address)]),
  '/partner/experiments/show': ofPartner(address => [experiment(address)]),
  '/partner/self-test': ofPartner(() => [campaigns]),
  '/partner/schedules': ofPartner(() => [query('/partner/schedule_list', {})]),
  '/partner/keys': ofPartner(() => [query('/partner/key_list', {})]),
  '/partner/members': ofPartner(() => [list('/partner/member_list', {})]),
  '/dramas': () => [list('/operator/drama_list', { filter: 'all', sort: 'updated' })],
  '/dramas/edit': address => [
    id(address) !== '' && query('/operator/drama_show', { id: id(address) }),
    id(address) !== '' &&
      address.search.tab === 'audience' &&
      query('/operator/drama_retention', toAudienceRequest(id(address)))
  ],
  '/dramas/upload': address => [list('/operator/ingest_list', { drama_id: id(address) })],
  '/dramas/ingests': () => [list('/operator/ingest_list', {})],
  '/campaigns': ({ member: { role } }) => [
    list('/operator/campaign_list', {}),
    role !== 'support' && query('/operator/partner_list', {})
  ],
  '/campaigns/edit': ({ search: { lpid = '' } }) =>
    lpid === ''
      ? []
      : [
          query('/operator/campaign_show', { lpid: String(lpid) }),
          query('/operator/campaign_postback_list', { lpid: String(lpid) })
        ]
}

/** `route` is a path as the router writes it: `/orders/$orderNo`. */
export const listFirstRequests = (route: string, address: PageAddress): FirstRequest[] =>
  (firstRequests[route]?.(address) ?? []).filter(request => request !== false)

/** What a page does first that changes something. Only a page that is loaded does so: one opened from the menu acts itself. */
export const listFirstMutations = (
  route: string,
  { role }: Member
): readonly { path: MutationPath; request: ActionRequest<MutationPath> }[] =>
  route === '/reviews' && mayReview(role)
    ? [{ path: '/operator/reward_next', request: toNextSubmissionsRequest([], null) }]
    : []

/** Where the console's own address leads: a page that every member of the kind may see. */
export const findFirstPath = ({ partner }: Member) => (partner === null ? '/today' : '/partner/report')

export const isPartnerPage = (route: string): boolean => route.startsWith('/partner/')

/** The route of an address and what its variable parts are; null if its page asks for nothing. */
export function findRoute(path: string): { route: string; params: Record<string, string> } | null {
  const parts = path.split('/')
  for (const route of Object.keys(firstRequests)) {
    const wanted = route.split('/')
    if (wanted.length !== parts.length) continue
    const params: Record<string, string> = {}
    const isRoute = wanted.every((name, index) => {
      const part = parts[index] ?? ''
      if (!name.startsWith('$')) return name === part
      params[name.slice(1)] = part
      return true
    })
    if (isRoute) return { route, params }
  }
  return null
}
