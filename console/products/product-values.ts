import type { Lang } from '../../contract/protocol/language.js'
import { languages } from '../i18n/languages.js'
import { countDecimals, readAmount } from '../i18n/typed-numbers.js'
import type { ReportedProduct } from './reported-product.js'

export const badges = ['none', 'popular', 'best_value'] as const
export const MAX_SORT = 1_000_000
export const TITLE_LIMIT = 60
export const MAX_AMOUNT = 1_000_000_000

export interface TitleValues {
  has_title: boolean
  title: Record<Lang, string>
}

const noTitle = (): Record<Lang, string> => ({ pt: '', en: '', es: '', 'zh-cn': '', 'zh-tw': '' })

export const toTitleValues = (title: ReportedProduct['own_title']): TitleValues => ({
  has_title: title !== null,
  title: { ...noTitle(), ...title }
})

export const toTitle = ({ has_title, title }: TitleValues) => (has_title ? title : null)

/** A rule for the form: every language has a title, unless it has none of its own. */
export const titleRules = (message: string) =>
  Object.fromEntries(
    languages.map(({ apiCode }) => [
      apiCode,
      (title: string, { has_title }: TitleValues) => (has_title && title.trim() === '' ? message : null)
    ])
  )

/** In minor units; null if it is no price. */
export function readPrice(price: string, currency: string, tag: string): number | null {
  const amount = readAmount(price, countDecimals(currency), tag)
  return typeof amount === 'number' && amount >= 1 && amount <= MAX_AMOUNT ? amount : null
}
