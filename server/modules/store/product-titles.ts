import type { Lang } from '../../../contract/protocol/language.js'
import type { ProductKind } from '../../../contract/store.js'
import type { Localized } from '../catalogue/package/package-schema.js'

export interface TitledProduct {
  kind: ProductKind
  title?: Localized | null
  coins: number
}

const passTitles: Record<Exclude<ProductKind, 'coins'>, Localized> = {
  weekly: { pt: 'Passe semanal', en: 'Weekly pass', es: 'Pase semanal', 'zh-cn': '周卡', 'zh-tw': '週卡' },
  monthly: { pt: 'Passe mensal', en: 'Monthly pass', es: 'Pase mensual', 'zh-cn': '月卡', 'zh-tw': '月卡' }
}

const formatCoins: Record<Lang, (count: string) => string> = {
  pt: count => `${count} moedas`,
  en: count => `${count} coins`,
  es: count => `${count} monedas`,
  'zh-cn': count => `${count}金币`,
  'zh-tw': count => `${count}金幣`
}

export const intlLocales: Record<Lang, string> = {
  pt: 'pt-BR',
  en: 'en',
  es: 'es-419',
  'zh-cn': 'zh-Hans',
  'zh-tw': 'zh-Hant'
}

export function formatProductTitle({ kind, title, coins }: TitledProduct, lang: Lang): string {
  if (title) return title[lang]
  if (kind !== 'coins') return passTitles[kind][lang]
  return formatCoins[lang](new Intl.NumberFormat(intlLocales[lang]).format(coins))
}

/** `amount` in minor units. */
export function formatMoney(amount: number, currency: string, lang: Lang): string {
  const format = new Intl.NumberFormat(intlLocales[lang], {
    style: 'currency',
    currency,
    // By default, `es-419` writes BRL 9.90. Only BRL, because a narrow `$` can be USD, MXN or ARS.
    currencyDisplay: currency === 'BRL' ? 'narrowSymbol' : 'symbol'
  })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
