// Ways out of an account: logging out, deleting it, and taking one's data along.
import type { UserInfo } from '../../../contract/user.js'
import type { App } from '../app.js'
import { SEARCH_HISTORY_KEY } from '../catalogue/search-history.js'
import { RequestError } from '../request/request-error.js'
import type { AccountText } from './messages.js'
import { coinsAtRisk, isUnrecoverable } from './recovery-status.js'
import { switchUser } from './switch-user.js'

/** Asks, then ends the session; the next visitor is a new one. Never rejects. */
export async function logOut(app: App, say: AccountText, known: UserInfo | undefined): Promise<void> {
  const { confirm } = await app.modals.show({
    title: say('logOut'),
    content: logOutQuestion(say, known),
    confirmText: say(wouldLoseAccount(known) ? 'logOutAnyway' : 'logOut')
  })
  if (confirm)
    await endSession(app, '/user/logout', () => app.connection.direct.post('/user/logout', {}, { isQuiet: true }))
}

/** Asks for the last time, then deletes the account; false when nothing was deleted. Never rejects. */
export async function deleteAccount(app: App, say: AccountText): Promise<boolean> {
  const { confirm } = await app.modals.show({
    title: say('deleteForEver'),
    content: say('deleteLastQuestion'),
    confirmText: say('deleteNow')
  })
  if (!confirm) return false
  const isDone = await endSession(app, '/user/delete', () =>
    app.connection.direct.post('/user/delete', { confirm: 1 }, { isQuiet: true })
  )
  if (isDone) app.toasts.show({ title: say('accountDeleted') })
  return isDone
}

/** A file with all that is kept about the viewer; rejects with why there is none. */
export async function fetchExport(app: App): Promise<{ name: string; type: string; text: string }> {
  const { url } = await app.api.get('/user/export', {}, { isQuiet: true })
  const answer = await app.environment
    .fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', signal: app.signal })
    .catch(() => {
      throw new RequestError('network', 'the file did not arrive')
    })
  if (!answer.ok) throw new RequestError('server', `the file was refused: ${answer.status}`)
  return { name: 'drama.json', type: 'application/json', text: await answer.text() }
}

const wouldLoseAccount = (known: UserInfo | undefined) => known !== undefined && isUnrecoverable(known)

function logOutQuestion(say: AccountText, known: UserInfo | undefined): string {
  if (!known || !wouldLoseAccount(known)) return say('logOutQuestion')
  const count = coinsAtRisk(known)
  return count > 0 ? say('logOutLosesCoins', { count }) : say('logOutLoses')
}

/** True when the session is over. */
async function endSession(app: App, path: string, ask: () => Promise<unknown>): Promise<boolean> {
  const { device, environment, showError } = app
  try {
    await switchUser(app, path, async () => {
      await ask().catch(error => {
        // There was no session any more: that is what was wanted.
        if (!(error instanceof RequestError && error.kind === 'session')) throw error
      })
      await device.renewSecret()
      // What was searched is nobody's business who comes next.
      environment.storage.remove(SEARCH_HISTORY_KEY)
      return {}
    })
    return true
  } catch (error) {
    showError(error)
    return false
  }
}
