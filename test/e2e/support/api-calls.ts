import type { Page, Request, Route } from 'playwright-core'

/** `slow` never responds, `broken` responds with an HTML error page. */
export type Network = 'well' | 'slow' | 'broken' | 'offline'

const CALL = /^http:\/\/[^/]+\/((index|drama|user|search|wallet|store|reward|task)\/[a-z_]+(\?|$)|m\/opening\/)/

/** Where it answers, the app tries again what has failed. */
const HEALTH = /^http:\/\/[^/]+\/healthz$/

const faultHandlers: Record<Exclude<Network, 'well'>, (route: Route) => unknown> = {
  slow: () => undefined,
  broken: route => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' }),
  offline: route => route.abort('internetdisconnected')
}

/** From now on, the page's calls of the API meet the fault. */
export async function addNetworkFault(page: Page, network: Network): Promise<void> {
  if (network === 'well') return
  for (const address of [CALL, HEALTH]) await page.route(address, faultHandlers[network])
}

/** Returns a function that counts the calls of the API without a response. */
export function trackPendingCalls(page: Page): () => number {
  const calls = new Set<Request>()
  page.on('request', call => CALL.test(call.url()) && calls.add(call))
  page.on('requestfinished', call => calls.delete(call))
  page.on('requestfailed', call => calls.delete(call))
  return () => calls.size
}
