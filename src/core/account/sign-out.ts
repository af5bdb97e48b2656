import type { UserInfo } from '../../../contract/user.js'
import type { App } from '../app.js'
import { SEARCH_HISTORY_KEY } from '../catalogue/search-history.js'
import { RequestError } from '../request/request-error.js'
import type { AccountTranslate } from './messages.js'
import { coinsAtRisk, isUnrecoverable } from './recovery-status.js'
import { switchUser } from './switch-user.js'

export async function logOut(app: App, text: AccountTranslate, info: UserInfo | undefined): Promise<void> {
  const { confirm } = await app.modals.show({
    title: text('logOut'),
    content: logOutQuestion(text, info),
    confirmText: text(wouldLoseAccount(info) ? 'logOutAnyway' : 'logOut')
  })
  if (confirm)
    await endSession(app, '/user/logout', () => app.connection.direct.post('/user/logout', {}, { isQuiet: true }))
}

export async function deleteAccount(app: App, text: AccountTranslate): Promise<boolean> {
  const { confirm } = await app.modals.show({
    title: text('deleteForEver'),
    content: text('deleteLastQuestion'),
    confirmText: text('deleteNow')
  })
  if (!confirm) return false
  const isDone = await endSession(app, '/user/delete', () =>
    app.connection.direct.post('/user/delete', { confirm: 1 }, { isQuiet: true })
  )
  if (isDone) app.toasts.show({ title: text('accountDeleted') })
  return isDone
}

const wouldLoseAccount = (info: UserInfo | undefined) => info !== undefined && isUnrecoverable(info)

function logOutQuestion(text: AccountTranslate, info: UserInfo | undefined): string {
  if (!info || !wouldLoseAccount(info)) return text('logOutQuestion')
  const count = coinsAtRisk(info)
  return count > 0 ? text('logOutLosesCoins', { count }) : text('logOutLoses')
}

async function endSession(app: App, path: string, request: () => Promise<unknown>): Promise<boolean> {
  const { device, environment, showError } = app
  try {
    await switchUser(app, path, async () => {
      await request().catch(error => {
        if (!(error instanceof RequestError && error.kind === 'session')) throw error
      })
      await device.renewSecret()
      // The next person on this device must not see these searches.
      environment.storage.remove(SEARCH_HISTORY_KEY)
      return {}
    })
    return true
  } catch (error) {
    showError(error)
    return false
  }
}
