import { atom, type ReadableAtom } from 'nanostores'
import type { User, UserInfo } from '../../../contract/user.js'
import type { MessageKey } from '../../../locales/en.js'
import type { App } from '../app.js'
import { failureText } from '../error-text.js'
import { createFeedback, type Feedback } from '../feedback.js'
import { createLoader, type Loader } from '../loadable.js'
import { BusinessError } from '../request/request-error.js'

/** A name being changed; `problem` says why the last one was not taken. */
export interface Renaming {
  problem: MessageKey | undefined
  isSaving: boolean
}

export interface MyPage {
  info: Loader<UserInfo>
  /** Undefined while the name is only shown. */
  $renaming: ReadableAtom<Renaming | undefined>
  startRenaming(): void
  stopRenaming(): void
  /** Saves a name; one that is not taken stays to be changed, with the reason. */
  rename(name: string): Promise<void>
  /** Says that accounts are not here yet. */
  signIn(): void
  /** What is written stays while the page lives. */
  feedback: Feedback
  /** The page has come on top, or is no longer: then no name is being changed. */
  turn(isOnTop: boolean): void
  reload(): void
}

/** In code points. */
export const NAME_LIMIT = 32

const PARAMETER_ERROR = 4001

export function createMyPage(app: App): MyPage {
  const info = createLoader(() => app.api.get('/user/info', {}))
  const $renaming = atom<Renaming | undefined>()
  /** Answers that began before a name was saved have the old one. */
  let saves = 0

  async function rename(name: string) {
    if (!$renaming.get() || $renaming.get()?.isSaving) return
    const problem = checkName(name)
    if (problem) return $renaming.set({ problem, isSaving: false })
    const saving = { problem: undefined, isSaving: true }
    $renaming.set(saving)
    try {
      const { user } = await app.api.post('/user/profile', { nickname: name.trim() }, { isQuiet: true })
      saves++
      const shown = info.$loadable.get()
      if (shown.state === 'ready') info.set({ ...shown.value, user })
      if ($renaming.get() === saving) $renaming.set(undefined)
    } catch (error) {
      if ($renaming.get() === saving) $renaming.set({ problem: renameProblem(error), isSaving: false })
    }
  }

  async function catchUp() {
    const before = saves
    if (info.$loadable.get().state !== 'ready') return
    const fresh = await app.api.get('/user/info', {}, { isQuiet: true }).catch(() => undefined)
    if (fresh && before === saves) info.set(fresh)
  }

  return {
    info,
    $renaming,
    startRenaming: () => $renaming.set({ problem: undefined, isSaving: false }),
    stopRenaming: () => $renaming.set(undefined),
    rename,
    signIn() {
      const translation = app.i18n.$translation.get()
      if (!translation) return
      const { text } = translation
      void app.modals.show({ title: text('signIn'), content: text('signInSoon'), showCancel: false })
    },
    feedback: createFeedback(app),
    turn(isOnTop) {
      if (isOnTop) void catchUp()
      else $renaming.set(undefined)
    },
    reload: () => void info.reload()
  }
}

/** The name that the viewer has chosen; undefined while it is the one every visitor gets. */
export function chosenName({ id, nickname }: User): string | undefined {
  return nickname === '' || nickname === `#${id.slice(-6).toUpperCase()}` ? undefined : nickname
}

function checkName(name: string): MessageKey | undefined {
  const { length } = [...name.trim().normalize('NFC')]
  if (length === 0) return 'nameEmpty'
  return length > NAME_LIMIT ? 'nameTooLong' : undefined
}

function renameProblem(error: unknown): MessageKey | undefined {
  return error instanceof BusinessError && error.code === PARAMETER_ERROR ? 'nameRefused' : failureText(error)
}
