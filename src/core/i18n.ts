import { atom, type ReadableAtom } from 'nanostores'
import type { Lang } from '../../contract/lang.js'
import type { MessageKey, Messages } from '../../locales/en.js'

/** A language of the interface: the tag for Intl and `lang=`, the code on the wire, and how it calls itself. */
export interface Language {
  tag: string
  wire: Lang
  name: string
  load(): Promise<Messages>
}

export const languages: readonly [Language, ...Language[]] = [
  { tag: 'pt', wire: 'pt', name: 'Português', load: async () => (await import('../../locales/pt.js')).pt },
  { tag: 'en', wire: 'en', name: 'English', load: async () => (await import('../../locales/en.js')).en },
  { tag: 'es', wire: 'es', name: 'Español', load: async () => (await import('../../locales/es.js')).es },
  {
    tag: 'zh-Hans',
    wire: 'zh-cn',
    name: '简体中文',
    load: async () => (await import('../../locales/zh-hans.js')).zhHans
  },
  {
    tag: 'zh-Hant',
    wire: 'zh-tw',
    name: '繁體中文',
    load: async () => (await import('../../locales/zh-hant.js')).zhHant
  }
]

export type Parameters = Record<string, string | number>

/** Texts and number forms of one language. */
export interface Translation {
  language: Language
  /** A count in the parameters picks the plural form and is written as the language writes numbers. */
  text(key: MessageKey, parameters?: Parameters): string
  /** 1234567 as `1,2 mi`. */
  compact(value: number): string
}

export interface I18n {
  /** Undefined until the first language has arrived. */
  $translation: ReadableAtom<Translation | undefined>
  language(): Language
  /** The first language did not arrive: there is nothing to say in any. */
  $isFailed: ReadableAtom<boolean>
  /** Asks for the active language again. */
  retry(): Promise<void>
  /** Accepts tags and wire codes; an unknown one is ignored. */
  setLanguage(code: string): Promise<void>
}

export function findLanguage(code: string | undefined): Language | undefined {
  const wanted = code?.toLowerCase()
  return languages.find(({ tag, wire }) => tag.toLowerCase() === wanted || wire === wanted)
}

export function createI18n(initial: Language): I18n {
  const $translation = atom<Translation | undefined>()
  const $isFailed = atom(false)
  let active = initial
  async function show(language: Language) {
    active = language
    $isFailed.set(false)
    try {
      const messages = await language.load()
      if (active === language) $translation.set(translate(language, messages))
    } catch {
      active = $translation.get()?.language ?? language
      $isFailed.set($translation.get() === undefined)
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
      if (language) await show(language)
    }
  }
}

function translate(language: Language, messages: Messages): Translation {
  const numbers = new Intl.NumberFormat(language.tag)
  const compactNumbers = new Intl.NumberFormat(language.tag, { notation: 'compact', maximumFractionDigits: 1 })
  const plurals = new Intl.PluralRules(language.tag)
  return {
    language,
    compact: value => compactNumbers.format(value),
    text(key, parameters = {}) {
      const message = messages[key]
      const form =
        typeof message === 'string'
          ? message
          : message[plurals.select(Number(parameters.count)) === 'one' ? 'one' : 'other']
      return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
        const value = parameters[name]
        return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value
      })
    }
  }
}
