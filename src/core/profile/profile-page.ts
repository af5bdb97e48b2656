import { atom, type ReadableAtom } from 'nanostores'
import type { User, UserInfo } from '../../../contract/user.js'
import type { MessageKey } from '../../../locales/app/en.js'
import type { ProfileMessageKey } from '../../../locales/profile/en.js'
import { createUserInfo, type UserInfoStore } from '../account/user-info.js'
import type { App } from '../app.js'
import { failureMessage } from '../loading/error-message.js'
import type { Loader } from '../loading/loadable.js'
import { BusinessError } from '../request/request-error.js'
import { createSpending, type Spending } from '../spending/spending.js'
import { createFeedback, type Feedback } from './feedback.js'
import { createMyTexts, type MyTexts } from './messages.js'
import { createReturnedUnlocks, type ReturnedUnlocks } from './returned-unlocks.js'

/** A name being changed; `problem` says why the last one was not taken. */
export interface NicknameForm {
  problem: MessageKey | ProfileMessageKey | undefined
  isSaving: boolean
}

export interface ProfilePage {
  info: Loader<UserInfo>
  /** Undefined while the name is only shown. */
  $renaming: ReadableAtom<NicknameForm | undefined>
  startRenaming(): void
  stopRenaming(): void
  /** Saves a name; one that is not taken stays to be changed, with the reason. */
  rename(name: string): Promise<void>
  /** What is written stays while the page lives. */
  feedback: Feedback
  spending: Spending
  returned: ReturnedUnlocks
  /** For the sheets. */
  texts: MyTexts
  /** The page has come on top, or is no longer: then no name is being changed. */
  setOnTop(isOnTop: boolean): void
  /** Asks the server again without a word: another tab may have changed something. */
  catchUp(): Promise<void>
  reload(): void
  exit(): void
}

/** In code points. */
export const NAME_LIMIT = 32

const PARAMETER_ERROR = 4001

export function createProfilePage(app: App): ProfilePage {
  const leaving = new AbortController()
  const account = createUserInfo(app, leaving.signal)
  const texts = createMyTexts(app.i18n, leaving.signal)
  const returned = createReturnedUnlocks(app)
  const { $renaming, ...renaming } = createRenaming(app, account)
  let isShown = false

  const { visibility } = app.environment
  leaving.signal.addEventListener(
    'abort',
    app.$bought.listen(() => void account.refresh())
  )
  visibility.onChange(() => isShown && visibility.isVisible() && void account.refresh(), leaving.signal)
  return {
    info: account.info,
    $renaming,
    ...renaming,
    feedback: createFeedback(app, texts),
    spending: createSpending(app.api, account),
    returned,
    texts,
    setOnTop(isOnTop) {
      isShown = isOnTop
      if (!isOnTop) return $renaming.set(undefined)
      void account.refresh()
      void returned.ask()
    },
    catchUp: account.refresh,
    reload: () => void account.info.reload(),
    exit: () => leaving.abort()
  }
}

function createRenaming(app: App, account: UserInfoStore) {
  const $renaming = atom<NicknameForm | undefined>()
  return {
    $renaming,
    startRenaming: () => $renaming.set({ problem: undefined, isSaving: false }),
    stopRenaming: () => $renaming.set(undefined),
    async rename(name: string) {
      if (!$renaming.get() || $renaming.get()?.isSaving) return
      const problem = checkName(name)
      if (problem) return $renaming.set({ problem, isSaving: false })
      const saving = { problem: undefined, isSaving: true }
      $renaming.set(saving)
      try {
        account.patch(await app.api.post('/user/profile', { nickname: name.trim() }, { isQuiet: true }))
        if ($renaming.get() === saving) $renaming.set(undefined)
      } catch (error) {
        if ($renaming.get() === saving) $renaming.set({ problem: renameProblem(error), isSaving: false })
      }
    }
  }
}

/** The name that the viewer has chosen; undefined while it is the one every visitor gets. */
export function normaliseNickname({ id, nickname }: User): string | undefined {
  return nickname === '' || nickname === `#${id.slice(-6).toUpperCase()}` ? undefined : nickname
}

function checkName(name: string): ProfileMessageKey | undefined {
  const { length } = [...name.trim().normalize('NFC')]
  if (length === 0) return 'nameEmpty'
  return length > NAME_LIMIT ? 'nameTooLong' : undefined
}

function renameProblem(error: unknown): MessageKey | ProfileMessageKey | undefined {
  return error instanceof BusinessError && error.code === PARAMETER_ERROR ? 'nameRefused' : failureMessage(error)
}
