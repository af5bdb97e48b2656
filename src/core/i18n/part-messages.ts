import { atom, type ReadableAtom } from 'nanostores'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Message, MessageKey } from '../../../locales/app/en.js'
import { type I18n, type MessageParameters, translatePart } from './i18n.js'

export type PartTranslate<Key extends string> = (key: Key | MessageKey, parameters?: MessageParameters) => string

export interface PartMessages<Key extends string> {
  $text: ReadableAtom<PartTranslate<Key> | undefined>
  load(): Promise<void>
}

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
    $text.set(translatePart(messages, translation, translation.text))
  }

  // A failed load is repeated by the next call of `load`.
  const loadQuietly = () => void load().catch(() => undefined)
  signal.addEventListener('abort', $translation.subscribe(loadQuietly))
  return { $text, load }
}
