import { atom, type ReadableAtom } from 'nanostores'
import type { Message, MessageKey } from '../../../locales/app/en.js'
import type { Clock } from '../environment.js'
import { createLocaleFormat, type LocaleFormat } from '../format/locale-format.js'
import { NETWORK_TIMEOUT_MS } from '../request/platform-timeout.js'
import { findLanguage, type Language } from './languages.js'

export type MessageParameters = Record<string, string | number>

export interface Translation extends LocaleFormat {
  language: Language
  text(key: MessageKey, parameters?: MessageParameters): string
}

export interface I18n {
  /**
   * Undefined until the first texts are loaded. Keeps the previous language while another one loads or if it fails.
   */
  $translation: ReadableAtom<Translation | undefined>
  language(): Language
  $isFailed: ReadableAtom<boolean>
  retry(): Promise<boolean>
  setLanguage(code: string): Promise<boolean>
  /** Loads the texts that Home does not need, in this and every later language. Before that, `text` returns an empty string for them. */
  loadPageMessages(): Promise<void>
  /** Until `signal` aborts, a language is shown only when `load` has loaded its texts of a part too, or has failed. */
  addPart(load: (language: Language) => Promise<unknown>, signal: AbortSignal): void
}

/**
 * Loading fails after 60 s by `clock`. Nothing is shown until `whenLanguageKnown` settles, because the campaign may
 * set another language.
 */
export function createI18n(
  initial: Language,
  clock?: Clock,
  whenLanguageKnown?: () => Promise<unknown> | undefined
): I18n {
  const $translation = atom<Translation | undefined>()
  const $isFailed = atom(false)
  const loadedMessages = new Map<Language, LoadedMessages>()
  const parts = new Set<(language: Language) => Promise<unknown>>()
  let active = initial
  let arePageMessagesWanted = false

  async function loadMessages(language: Language): Promise<LoadedMessages> {
    const { messages } = await language.load()
    const loaded = loadedMessages.get(language) ?? { ...messages }
    loadedMessages.set(language, loaded)
    return loaded
  }

  /** Adds to the texts that are shown already, because a new translation would draw every view again. */
  async function loadPageMessages(language: Language): Promise<void> {
    const [texts, loaded] = await Promise.all([language.load(), loadMessages(language)])
    Object.assign(loaded, await texts.loadPageMessages())
  }

  /** A part whose texts do not arrive shows its previous language. */
  async function loadParts(language: Language): Promise<void> {
    const loading = Promise.allSettled([...parts].map(load => load(language)))
    await withLoadTimeout(loading, clock).catch(() => undefined)
  }

  async function show(language: Language): Promise<boolean> {
    active = language
    $isFailed.set(false)
    try {
      const messages = await withLoadTimeout(loadMessages(language), clock)
      await whenLanguageKnown?.()
      if (arePageMessagesWanted) await withLoadTimeout(loadPageMessages(language), clock)
      if ($translation.get()) await loadParts(language)
      if (active === language) $translation.set(translate(language, messages))
      return true
    } catch {
      if (active !== language) return true
      const shown = $translation.get()?.language
      active = shown ?? language
      $isFailed.set(shown === undefined)
      return false
    }
  }
  void show(initial)
  return {
    $translation,
    $isFailed,
    retry: () => show(active),
    language: () => active,
    async setLanguage(code) {
      const language = findLanguage(code)
      if (!language) return false
      const isShown = language === active && language === $translation.get()?.language
      return isShown || show(language)
    },
    loadPageMessages() {
      arePageMessagesWanted = true
      return loadPageMessages($translation.get()?.language ?? active)
    },
    addPart(load, signal) {
      parts.add(load)
      signal.addEventListener('abort', () => parts.delete(load))
    }
  }
}

function withLoadTimeout<Value>(loading: Promise<Value>, clock: Clock | undefined): Promise<Value> {
  if (!clock) return loading
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimer(NETWORK_TIMEOUT_MS, () => reject(new Error('timeout')))
    loading.then(resolve, reject).finally(cancel)
  })
}

type LoadedMessages = Partial<Record<MessageKey, Message>>

function translate(language: Language, messages: LoadedMessages): Translation {
  const localeFormat = createLocaleFormat(language.regionTag ?? language.tag)
  return {
    language,
    ...localeFormat,
    text: (key, parameters) => interpolate(messages[key] ?? '', localeFormat, parameters)
  }
}

/** Formats the texts of one part of the app. Other keys go to `fallback`. */
export function translatePart<Key extends string, Other extends string>(
  messages: Readonly<Record<Key, Message>>,
  localeFormat: LocaleFormat,
  fallback: (key: Other, parameters?: MessageParameters) => string
): (key: Key | Other, parameters?: MessageParameters) => string {
  return (key, parameters) =>
    key in messages ? interpolate(messages[key as Key], localeFormat, parameters) : fallback(key as Other, parameters)
}

export function interpolate(message: Message, localeFormat: LocaleFormat, parameters: MessageParameters = {}): string {
  const template = typeof message === 'string' ? message : message[localeFormat.plural(parameters.count)]
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = parameters[name]
    return value === undefined ? placeholder : typeof value === 'number' ? localeFormat.number(value) : value
  })
}
