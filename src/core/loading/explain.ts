import type { ReadableAtom } from 'nanostores'
import type { Translation } from '../i18n/i18n.js'
import type { Toasts } from '../ui/toasts.js'
import { failureText } from './error-message.js'

/** Tells the viewer why something that was asked for failed; silent for what nobody has to be told. */
export type Explain = (error: unknown) => void

/** What goes wrong before there is a language is told when there is one. */
export function createExplain(
  $translation: ReadableAtom<Translation | undefined>,
  toasts: Toasts,
  signal: AbortSignal
): Explain {
  return error => {
    const key = failureText(error)
    if (key === undefined) return
    const say = ({ text }: Translation) => signal.aborted || toasts.say(text(key))
    const translation = $translation.get()
    if (translation) return void say(translation)
    const stop = $translation.listen(arrived => {
      if (!arrived) return
      stop()
      say(arrived)
    })
  }
}
