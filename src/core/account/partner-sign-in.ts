// Whoever the page's partner vouches for is signed in; fetched where the page does.
import type { App } from '../app.js'
import { switchUser } from './switch-user.js'

const PATH = '/user/partner_login'

/**
 * Signs in whom the page's token names, at once and whenever a visitor has been signed in. The answer is for a page that
 * names somebody else now, or nobody: then the server ends the session at the next call, which is made here.
 */
export function watchPartnerToken(app: App): () => void {
  const { api, options, session, signal } = app
  let isPartnerUser = false

  async function tell() {
    const hasToken = options.partnerToken() !== undefined
    if (!hasToken && !isPartnerUser) return
    isPartnerUser = hasToken
    await session.whenReady()
    if (hasToken) await switchUser(app, PATH, () => api.post(PATH, {}, { isQuiet: true }))
    else await api.get('/user/info', {}, { isQuiet: true })
  }

  // Who is not signed in by it is a visitor, and can watch all the same.
  const applyToken = () => void tell().catch(() => undefined)
  const leave = session.$session.subscribe(({ state }) => state === 'ready' && applyToken())
  signal.addEventListener('abort', leave)
  return applyToken
}
