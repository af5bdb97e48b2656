// Chunk, loaded when the page sets a partner token.
import type { App } from '../app.js'
import { switchUser } from './switch-user.js'

const PATH = '/user/partner_login'

/**
 * Signs in with the partner token now, after each visitor sign-in, and when the returned function is called. When the
 * page removes its token, one request lets the server end the partner session.
 */
export function watchPartnerToken(app: App): () => void {
  const { api, options, session, signal } = app
  let isPartnerUser = false

  async function syncSession() {
    const hasToken = options.partnerToken() !== undefined
    if (!hasToken && !isPartnerUser) return
    isPartnerUser = hasToken
    await session.whenReady()
    if (hasToken) await switchUser(app, PATH, () => api.post(PATH, {}, { isQuiet: true }))
    else await api.get('/user/info', {}, { isQuiet: true })
  }

  const applyToken = () => void syncSession().catch(() => undefined)
  const unsubscribe = session.$session.subscribe(({ state }) => state === 'ready' && applyToken())
  signal.addEventListener('abort', unsubscribe)
  return applyToken
}
