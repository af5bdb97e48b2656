import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect
} from '@tanstack/react-router'
import { sessionQuery } from '../api/use-session.js'
import { readChosenLanguage } from '../i18n/languages.js'
import { loadTexts } from '../i18n/use-text.js'
import { ErrorPage, RootErrorPage } from './error-page.js'
import { findFirstPath } from './first-requests.js'
import { NotFoundPage, RootNotFoundPage } from './not-found-page.js'
import { pageTexts, prefetchPage, preloadPageParts } from './page-needs.js'
import { Shell } from './shell.js'

export interface RouterContext {
  client: QueryClient
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: RootErrorPage,
  notFoundComponent: RootNotFoundPage
})

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ back }: Record<string, unknown>): { back?: string } =>
    typeof back === 'string' && back.startsWith('/') && !back.startsWith('//') ? { back } : {},
  component: lazyRouteComponent(() => import('../sign-in/sign-in-page.js'), 'SignInPage')
})

const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link',
  component: lazyRouteComponent(() => import('../sign-in/link-page.js'), 'LinkPage')
})

/** All pages below need a session. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context: { client }, location }) => {
    const { member } = await client.ensureQueryData(sessionQuery)
    if (member === null)
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { back: location.href } })
    return { member }
  }
})

/** A page whose data comes sooner is drawn once, with it; any other shows first that it loads. */
const MAX_DATA_WAIT_MS = 300

const waitFor = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

const page = <Path extends string>(path: Path, component: Parameters<typeof createRoute>[0]['component']) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    ...(component !== undefined && { component }),
    loader: async ({ context: { client, member }, params, location: { search } }) => {
      const language = readChosenLanguage()
      const address = { member, lang: language.apiCode, params, search }
      const data = prefetchPage(client, path, address)
      await Promise.all([
        ...(['console', ...(pageTexts[path] ?? [])] as const).map(part => loadTexts(part, language)),
        preloadPageParts(path, address),
        Promise.race([data, waitFor(MAX_DATA_WAIT_MS)])
      ])
    }
  })

const firstRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: ({ context: { member } }) => {
    throw redirect({ to: findFirstPath(member), replace: true })
  }
})

const pageRoutes = [
  firstRoute,
  page(
    '/today',
    lazyRouteComponent(() => import('../today/today-page.js'), 'TodayPage')
  ),
  page(
    '/health',
    lazyRouteComponent(() => import('../health/health-page.js'), 'HealthPage')
  ),
  page(
    '/account',
    lazyRouteComponent(() => import('../account/account-page.js'), 'AccountPage')
  ),
  page(
    '/reviews',
    lazyRouteComponent(() => import('../reviews/queue-page.js'), 'QueuePage')
  ),
  page(
    '/reviews/decided',
    lazyRouteComponent(() => import('../reviews/decided-page.js'), 'DecidedPage')
  ),
  page(
    '/reviews/held',
    lazyRouteComponent(() => import('../reviews/held-page.js'), 'HeldPage')
  ),
  page(
    '/partners',
    lazyRouteComponent(() => import('../partners/partners-page.js'), 'PartnersPage')
  ),
  page(
    '/partners/show',
    lazyRouteComponent(() => import('../partners/partner-page.js'), 'PartnerPage')
  ),
  page(
    '/products',
    lazyRouteComponent(() => import('../products/products-page.js'), 'ProductsPage')
  ),
  page(
    '/members',
    lazyRouteComponent(() => import('../members/members-page.js'), 'MembersPage')
  ),
  page(
    '/audit',
    lazyRouteComponent(() => import('../audit/audit-page.js'), 'AuditPage')
  ),
  page(
    '/search',
    lazyRouteComponent(() => import('../support/search-page.js'), 'SearchPage')
  ),
  page(
    '/orders',
    lazyRouteComponent(() => import('../support/orders-page.js'), 'OrdersPage')
  ),
  page(
    '/orders/$orderNo',
    lazyRouteComponent(() => import('../support/order-page.js'), 'OrderPage')
  ),
  page(
    '/viewers/$userId',
    lazyRouteComponent(() => import('../support/viewer-page.js'), 'ViewerPage')
  ),
  page(
    '/coin-requests',
    lazyRouteComponent(() => import('../support/coin-requests-page.js'), 'CoinRequestsPage')
  ),
  page(
    '/feedback',
    lazyRouteComponent(() => import('../support/feedback-page.js'), 'FeedbackPage')
  ),
  page(
    '/partner/report',
    lazyRouteComponent(() => import('../partner/report/report-page.js'), 'ReportPage')
  ),
  page(
    '/partner/retention',
    lazyRouteComponent(() => import('../partner/retention/retention-page.js'), 'RetentionPage')
  ),
  page(
    '/partner/postbacks',
    lazyRouteComponent(() => import('../partner/deliveries/deliveries-page.js'), 'DeliveriesPage')
  ),
  page(
    '/partner/links',
    lazyRouteComponent(() => import('../partner/links/links-page.js'), 'LinksPage')
  ),
  page(
    '/partner/experiments',
    lazyRouteComponent(() => import('../partner/experiments/experiments-page.js'), 'ExperimentsPage')
  ),
  page(
    '/partner/experiments/edit',
    lazyRouteComponent(() => import('../partner/experiments/edit-page.js'), 'EditExperimentPage')
  ),
  page(
    '/partner/experiments/show',
    lazyRouteComponent(() => import('../partner/experiments/result-page.js'), 'ExperimentResultPage')
  ),
  page(
    '/partner/self-test',
    lazyRouteComponent(() => import('../partner/self-test/self-test-page.js'), 'SelfTestPage')
  ),
  page(
    '/partner/schedules',
    lazyRouteComponent(() => import('../partner/schedules/schedules-page.js'), 'SchedulesPage')
  ),
  page(
    '/partner/keys',
    lazyRouteComponent(() => import('../partner/keys/keys-page.js'), 'KeysPage')
  ),
  page(
    '/partner/members',
    lazyRouteComponent(() => import('../partner/members/partner-members-page.js'), 'PartnerMembersPage')
  ),
  page(
    '/dramas',
    lazyRouteComponent(() => import('../dramas/dramas-page.js'), 'DramasPage')
  ),
  page(
    '/dramas/create',
    lazyRouteComponent(() => import('../dramas/create-drama-page.js'), 'CreateDramaPage')
  ),
  page(
    '/dramas/edit',
    lazyRouteComponent(() => import('../dramas/edit-drama-page.js'), 'EditDramaPage')
  ),
  page(
    '/dramas/upload',
    lazyRouteComponent(() => import('../dramas/upload/upload-page.js'), 'UploadPage')
  ),
  page(
    '/dramas/ingests',
    lazyRouteComponent(() => import('../dramas/upload/ingest-jobs-page.js'), 'IngestJobsPage')
  ),
  page(
    '/campaigns',
    lazyRouteComponent(() => import('../campaigns/campaigns-page.js'), 'CampaignsPage')
  ),
  page(
    '/campaigns/create',
    lazyRouteComponent(() => import('../campaigns/campaign-page.js'), 'CreateCampaignPage')
  ),
  page(
    '/campaigns/edit',
    lazyRouteComponent(() => import('../campaigns/campaign-page.js'), 'EditCampaignPage')
  ),
  page('$', NotFoundPage)
] as const

const routeTree = rootRoute.addChildren([signInRoute, linkRoute, shellRoute.addChildren([...pageRoutes])])

export const createConsoleRouter = (client: QueryClient) =>
  createRouter({
    routeTree,
    basepath: '/console',
    context: { client },
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: RootNotFoundPage,
    scrollRestoration: true
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
