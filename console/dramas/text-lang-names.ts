import { languages } from '../i18n/languages.js'
import { type TextLang, textLangs } from './drama-values.js'

/** Names of the languages, each in itself. */
export const textLangNames: Readonly<Record<TextLang, string>> = Object.fromEntries(
  textLangs.map(lang => [lang, languages.find(({ apiCode }) => apiCode === lang)?.name ?? lang])
) as Record<TextLang, string>
