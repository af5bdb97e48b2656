import type { Lang } from '../../contract/protocol/language.js'
import type { LanguageTag } from './parts.js'

const STORAGE_KEY = 'drama_console_lang'

export interface Language {
  tag: LanguageTag
  /** For Intl: Latin America instead of Spain. */
  formatTag: string
  apiCode: Lang
  name: string
}

export const languages: readonly [Language, ...Language[]] = [
  { tag: 'pt', formatTag: 'pt-BR', apiCode: 'pt', name: 'Português' },
  { tag: 'en', formatTag: 'en', apiCode: 'en', name: 'English' },
  { tag: 'es', formatTag: 'es-419', apiCode: 'es', name: 'Español' },
  { tag: 'zh-Hans', formatTag: 'zh-Hans', apiCode: 'zh-cn', name: '简体中文' },
  { tag: 'zh-Hant', formatTag: 'zh-Hant', apiCode: 'zh-tw', name: '繁體中文' }
]

function matchLanguage(wanted: string): Language | undefined {
  const code = wanted.toLowerCase()
  if (/^zh-(tw|hk|mo|hant)/.test(code)) return languages[4]
  return (
    languages.find(({ tag, apiCode }) => tag.toLowerCase() === code || apiCode === code.split('-')[0]) ??
    (code.startsWith('zh') ? languages[3] : undefined)
  )
}

/** What the member has chosen, or else the first that the browser asks for. */
export function readChosenLanguage(): Language {
  const stored = readStored()
  for (const wanted of [...(stored === null ? [] : [stored]), ...navigator.languages]) {
    const found = matchLanguage(wanted)
    if (found !== undefined) return found
  }
  return languages[0]
}

/** Null where the browser refuses storage. */
function readStored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

export function storeLanguage(tag: LanguageTag): void {
  try {
    localStorage.setItem(STORAGE_KEY, tag)
  } catch {
    // The choice then lasts until the page is closed.
  }
}
