import type { App } from '../app.js'
import { SESSION_LOCK } from '../session/session.js'

/**
 * Runs `request`, the call at `path`, and replaces the session by its token; a response without a token signs out.
 * Other requests wait for the new session: in this tab through `userSwitch`, in other tabs through the lock.
 */
export async function switchUser<Answer extends { token?: string }>(
  { session, environment }: Pick<App, 'session' | 'environment'>,
  path: string,
  request: () => Promise<Answer>
): Promise<Answer> {
  const switching = environment.runExclusive(SESSION_LOCK, async () => {
    const response = await request()
    if (response.token === undefined || response.token !== session.token()) session.replace(response.token)
    return response
  })
  const userSwitch = { path, end: switching.catch(() => undefined) }
  session.userSwitch = userSwitch
  try {
    return await switching
  } finally {
    if (session.userSwitch === userSwitch) session.userSwitch = undefined
  }
}
