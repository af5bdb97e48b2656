import { expect } from 'vitest'
import { createPriceAndDateFormat, type PriceAndDateFormat } from '../../../src/core/format/price-and-date-format.js'
import { createI18n, type Translation } from '../../../src/core/i18n/i18n.js'
import { findLanguage, languages } from '../../../src/core/i18n/languages.js'

export async function translationOf(tag: string): Promise<Translation & PriceAndDateFormat> {
  const i18n = createI18n(findLanguage(tag) ?? languages[0])
  await expect.poll(() => i18n.$translation.get()?.language.tag).toBe(tag)
  const translation = i18n.$translation.get()
  if (!translation) throw new Error('no translation')
  await i18n.loadPageMessages()
  const { tag: languageTag, regionTag = languageTag } = translation.language
  return { ...translation, ...createPriceAndDateFormat(regionTag) }
}
