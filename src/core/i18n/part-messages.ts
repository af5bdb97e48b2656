import { atom, type ReadableAtom } from 'nanostores'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Message, MessageKey } from '../../../locales/app/en.js'
import { type I18n, type MessageParameters, translatePart } from './i18n.js'
import type { Language } from './languages.js'

export type PartTranslate<Key extends string> = (key: Key | MessageKey, parameters?: MessageParameters) => string

export interface PartMessages<Key extends string> {
  $text: ReadableAtom<PartTranslate<Key> | undefined>
  load(): Promise<void>
}

export type PartI18n = Pick<I18n, '$translation' | 'addPart'>

export function createPartMessages<Key extends string>(
  languages: Record<Lang, () => Promise<Record<Key, Message>>>,
  { $translation, addPart }: PartI18n,
  signal: AbortSignal
): PartMessages<Key> {
  const $text = atom<PartTranslate<Key> | undefined>()
  const loaded = new Map<Language, Record<Key, Message>>()
  let shown: unknown

  async function loadMessages(language: Language) {
    const messages = loaded.get(language) ?? (await languages[language.apiCode]())
    loaded.set(language, messages)
  }

  /** In the same step as the translation changes, so that no picture shows two languages. */
  function show(): boolean {
    const translation = $translation.get()
    const messages = translation && loaded.get(translation.language)
    if (!messages) return false
    if (shown !== translation) {
      shown = translation
      $text.set(translatePart(messages, translation, translation.text))
    }
    return true
  }

  async function load(): Promise<void> {
    const translation = $translation.get()
    if (!translation || show()) return
    await loadMessages(translation.language)
    return load()
  }

  // A failed load is repeated by the next call of `load`.
  const loadQuietly = () => void load().catch(() => undefined)
  addPart(loadMessages, signal)
  signal.addEventListener('abort', $translation.subscribe(loadQuietly))
  return { $text, load }
}
