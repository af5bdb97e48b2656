import type { App } from '../app.js'
import { SESSION_LOCK } from '../session/session.js'

/**
 * Makes the viewer another by `ask`, the call at `path`: with the token of its answer pages go on, without one the app
 * leaves for the entry page. The session of before ends with the call, and others may be on their way with it: they wait
 * for what comes of it, here by `changing`, in other tabs by the turn.
 */
export async function switchUser<Answer extends { token?: string }>(
  { session, environment }: Pick<App, 'session' | 'environment'>,
  path: string,
  ask: () => Promise<Answer>
): Promise<Answer> {
  const turn = environment.runExclusive(SESSION_LOCK, async () => {
    const answer = await ask()
    // The one who is there already.
    if (answer.token === undefined || answer.token !== session.token()) session.replace(answer.token)
    return answer
  })
  const mine = { path, end: turn.catch(() => undefined) }
  session.userSwitch = mine
  try {
    return await turn
  } finally {
    if (session.userSwitch === mine) session.userSwitch = undefined
  }
}
