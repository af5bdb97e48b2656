import { atom, type ReadableAtom } from 'nanostores'
import type { User, UserInfo } from '../../../contract/user.js'
import type { MessageKey } from '../../../locales/app/en.js'
import type { ProfileMessageKey } from '../../../locales/profile/en.js'
import { createUserInfo, type UserInfoStore } from '../account/user-info.js'
import type { App } from '../app.js'
import { failureMessageKey } from '../loading/error-message.js'
import type { LoadableStore } from '../loading/loadable.js'
import { PARAMETER_ERROR_CODE } from '../request/error-codes.js'
import { BusinessError } from '../request/request-error.js'
import { createSpending, type Spending } from '../spending/spending.js'
import { createFeedback, type Feedback } from './feedback.js'
import { createProfileTexts, type ProfileTexts } from './messages.js'
import { createReturnedUnlocks, type ReturnedUnlocks } from './returned-unlocks.js'

export interface NicknameForm {
  problem: MessageKey | ProfileMessageKey | undefined
  isSaving: boolean
}

export interface ProfilePage {
  info: LoadableStore<UserInfo>
  $renaming: ReadableAtom<NicknameForm | undefined>
  startRenaming(): void
  stopRenaming(): void
  rename(name: string): Promise<void>
  feedback: Feedback
  spending: Spending
  returned: ReturnedUnlocks
  texts: ProfileTexts
  setOnTop(isOnTop: boolean): void
  setUnreadAnswers(count: number): void
  refreshQuietly(): Promise<void>
  reload(): void
  exit(): void
}

/** In code points. */
export const NAME_LIMIT = 32

export function createProfilePage(app: App): ProfilePage {
  const lifetime = new AbortController()
  const account = createUserInfo(app, lifetime.signal)
  const texts = createProfileTexts(app.i18n, lifetime.signal)
  const returned = createReturnedUnlocks(app)
  const { $renaming, ...renaming } = createRenaming(app, account)
  let isShown = false

  const { visibility } = app.environment
  lifetime.signal.addEventListener(
    'abort',
    app.$accessChange.listen(() => void account.refresh())
  )
  visibility.onChange(() => isShown && visibility.isVisible() && void account.refresh(), lifetime.signal)
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
      void returned.refresh()
    },
    setUnreadAnswers: unread_answers => account.patch({ unread_answers }),
    refreshQuietly: account.refresh,
    reload: () => void account.info.reload(),
    exit: () => lifetime.abort()
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

/** Undefined for the default name that every visitor gets. */
export function chosenNickname({ id, nickname }: User): string | undefined {
  return nickname === '' || nickname === `#${id.slice(-6).toUpperCase()}` ? undefined : nickname
}

function checkName(name: string): ProfileMessageKey | undefined {
  const { length } = [...name.trim().normalize('NFC')]
  if (length === 0) return 'nameEmpty'
  return length > NAME_LIMIT ? 'nameTooLong' : undefined
}

function renameProblem(error: unknown): MessageKey | ProfileMessageKey | undefined {
  return error instanceof BusinessError && error.code === PARAMETER_ERROR_CODE
    ? 'nameRefused'
    : failureMessageKey(error)
}
