import type { MessageKey } from '../../../locales/app/en.js'
import type { I18n, Translation } from '../i18n/i18n.js'
import { BusinessError, isSilent } from '../request/request-error.js'
import type { Toasts } from '../ui/toasts.js'

export type ShowError = (error: unknown) => void

export function createShowError(i18n: I18n, toasts: Toasts, signal: AbortSignal): ShowError {
  const { $translation } = i18n
  /** Without a connection the code does not load either, and the lost connection is what the viewer has to know. */
  const findMessageKey = (error: unknown): Promise<MessageKey | undefined> =>
    Promise.all([import('./error-message.js'), i18n.loadPageMessages()]).then(
      ([{ failureMessageKey }]) => failureMessageKey(error),
      () => (error instanceof BusinessError ? 'somethingWrong' : 'networkBad')
    )
  return async error => {
    if (isSilent(error)) return
    const key = await findMessageKey(error)
    if (key === undefined) return
    const showIn = ({ text }: Translation) => signal.aborted || toasts.showText(text(key))
    const translation = $translation.get()
    if (translation) return void showIn(translation)
    const unsubscribe = $translation.listen(loaded => {
      if (!loaded) return
      unsubscribe()
      showIn(loaded)
    })
  }
}
