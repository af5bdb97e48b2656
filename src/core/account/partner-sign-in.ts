// Whoever the page's partner vouches for is signed in; fetched where the page does.
import type { App } from '../app.js'
import { changeViewer } from './switch-user.js'

const PATH = '/user/partner_login'

/**
 * Signs in whom the page's token names, at once and whenever a visitor has been signed in. The answer is for a page that
 * names somebody else now, or nobody: then the server ends the session at the next call, which is made here.
 */
export function followPartner(app: App): () => void {
  const { api, options, session, signal } = app
  let isVouched = false

  async function tell() {
    const hasToken = options.partnerToken() !== undefined
    if (!hasToken && !isVouched) return
    isVouched = hasToken
    await session.whenReady()
    if (hasToken) await changeViewer(app, PATH, () => api.post(PATH, {}, { isQuiet: true }))
    else await api.get('/user/info', {}, { isQuiet: true })
  }

  // Who is not signed in by it is a visitor, and can watch all the same.
  const heed = () => void tell().catch(() => undefined)
  const leave = session.$session.subscribe(({ state }) => state === 'ready' && heed())
  signal.addEventListener('abort', leave)
  return heed
}
