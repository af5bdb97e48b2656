// Texts that only a part of the app needs: they arrive with it, in the language that is shown.
import { atom, type ReadableAtom } from 'nanostores'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Message, MessageKey } from '../../../locales/app/en.js'
import { type I18n, interpolate, type MessageParameters } from './i18n.js'

/** Says one of the part's texts, or one of those that every page has. */
export type PartTranslate<Key extends string> = (key: Key | MessageKey, parameters?: MessageParameters) => string

export interface PartMessages<Key extends string> {
  /** Undefined until the first have arrived; the ones before stay while, and if, others do not arrive. */
  $text: ReadableAtom<PartTranslate<Key> | undefined>
  /** Resolves when there are texts; rejects when they could not be had. */
  load(): Promise<void>
}

/** Follows the language that is shown, until the signal. */
export function createPartMessages<Key extends string>(
  languages: Record<Lang, () => Promise<Record<Key, Message>>>,
  { $translation }: Pick<I18n, '$translation'>,
  signal: AbortSignal
): PartMessages<Key> {
  const $text = atom<PartTranslate<Key> | undefined>()
  let loadedLanguage: unknown

  async function load() {
    const translation = $translation.get()
    if (!translation || loadedLanguage === translation) return
    const messages = await languages[translation.language.apiCode]()
    if ($translation.get() !== translation) return load()
    loadedLanguage = translation
    const isOwn = (key: string): key is Key => key in messages
    $text.set((key, parameters) =>
      isOwn(key) ? interpolate(messages[key], translation, parameters) : translation.text(key, parameters)
    )
  }

  // What is missing is asked for again when it is needed.
  const follow = () => void load().catch(() => undefined)
  signal.addEventListener('abort', $translation.subscribe(follow))
  return { $text, load }
}
