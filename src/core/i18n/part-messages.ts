// Texts that only a part of the app needs: they arrive with it, in the language that is shown.
import { atom, type ReadableAtom } from 'nanostores'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Message, MessageKey } from '../../../locales/app/en.js'
import { fillIn, type I18n, type Parameters } from './i18n.js'

/** Says one of the part's texts, or one of those that every page has. */
export type PartText<Key extends string> = (key: Key | MessageKey, parameters?: Parameters) => string

export interface PartTexts<Key extends string> {
  /** Undefined until the first have arrived; the ones before stay while, and if, others do not arrive. */
  $text: ReadableAtom<PartText<Key> | undefined>
  /** Resolves when there are texts; rejects when they could not be had. */
  load(): Promise<void>
}

/** Follows the language that is shown, until the signal. */
export function createPartTexts<Key extends string>(
  languages: Record<Lang, () => Promise<Record<Key, Message>>>,
  { $translation }: Pick<I18n, '$translation'>,
  signal: AbortSignal
): PartTexts<Key> {
  const $text = atom<PartText<Key> | undefined>()
  let spoken: unknown

  async function load() {
    const translation = $translation.get()
    if (!translation || spoken === translation) return
    const messages = await languages[translation.language.wire]()
    if ($translation.get() !== translation) return load()
    spoken = translation
    const isOwn = (key: string): key is Key => key in messages
    $text.set((key, parameters) =>
      isOwn(key) ? fillIn(messages[key], translation, parameters) : translation.text(key, parameters)
    )
  }

  // What is missing is asked for again when it is needed.
  const follow = () => void load().catch(() => undefined)
  signal.addEventListener('abort', $translation.subscribe(follow))
  return { $text, load }
}
