import { atom, type ReadableAtom } from 'nanostores'
import type { Message, MessageKey, Messages } from '../../../locales/app/en.js'
import type { Clock } from '../environment.js'
import { createLocaleFormat, type LocaleFormat } from '../format/locale-format.js'
import { NETWORK_TIMEOUT } from '../request/platform-timeout.js'
import { findLanguage, type Language } from './languages.js'

export type MessageParameters = Record<string, string | number>

/** Texts of one language, and how it writes numbers, money and times. */
export interface Translation extends LocaleFormat {
  language: Language
  /** Numbers are written as the language writes them; `count` picks the plural form. */
  text(key: MessageKey, parameters?: MessageParameters): string
}

export interface I18n {
  /** Undefined until the first language has arrived; keeps the one before while and after another does not arrive. */
  $translation: ReadableAtom<Translation | undefined>
  /** The one shown or on its way. */
  language(): Language
  /** The first language did not arrive: there is nothing to say in any. */
  $isFailed: ReadableAtom<boolean>
  /** Asks for the active language again; false when it did not arrive. */
  retry(): Promise<boolean>
  /** Accepts tags and wire codes. False when there is no such language or it did not arrive, and nothing newer was asked. */
  setLanguage(code: string): Promise<boolean>
}

/**
 * Texts that have not arrived after 60 s by `clock` count as failed; without one they are waited for. Nothing is shown
 * while `opening` lasts: another language may come instead.
 */
export function createI18n(initial: Language, clock?: Clock, opening?: () => Promise<unknown> | undefined): I18n {
  const $translation = atom<Translation | undefined>()
  const $isFailed = atom(false)
  let active = initial
  async function show(language: Language): Promise<boolean> {
    active = language
    $isFailed.set(false)
    try {
      const messages = await withLoadTimeout(language.load(), clock)
      await opening?.()
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
    }
  }
}

function withLoadTimeout<Value>(arriving: Promise<Value>, clock: Clock | undefined): Promise<Value> {
  if (!clock) return arriving
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimer(NETWORK_TIMEOUT, () => reject(new Error('timeout')))
    arriving.then(resolve, reject).finally(cancel)
  })
}

function translate(language: Language, messages: Messages): Translation {
  const forms = createLocaleFormat(language.regionTag ?? language.tag)
  return { language, ...forms, text: (key, parameters) => interpolate(messages[key], forms, parameters) }
}

/** A text as the viewer reads it. */
export function interpolate(message: Message, forms: LocaleFormat, parameters: MessageParameters = {}): string {
  const form = typeof message === 'string' ? message : message[forms.plural(parameters.count)]
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name]
    return value === undefined ? whole : typeof value === 'number' ? forms.number(value) : value
  })
}
