import type { Lang } from '../../../contract/protocol/language.js'
import type { ProductKind } from '../../../contract/store.js'
import type { Localized } from '../catalogue/package/package-schema.js'

/** What names a product: its own title, or what it holds. */
export interface Titled {
  kind: ProductKind
  title?: Localized | null
  coins: number
}

const passes: Record<Exclude<ProductKind, 'coins'>, Localized> = {
  weekly: { pt: 'Passe semanal', en: 'Weekly pass', es: 'Pase semanal', 'zh-cn': '周卡', 'zh-tw': '週卡' },
  monthly: { pt: 'Passe mensal', en: 'Monthly pass', es: 'Pase mensual', 'zh-cn': '月卡', 'zh-tw': '月卡' }
}

const ofCoins: Record<Lang, (count: string) => string> = {
  pt: count => `${count} moedas`,
  en: count => `${count} coins`,
  es: count => `${count} monedas`,
  'zh-cn': count => `${count} 金币`,
  'zh-tw': count => `${count} 金幣`
}

/** Tags as Intl knows them. */
export const locales: Record<Lang, string> = {
  pt: 'pt-BR',
  en: 'en',
  es: 'es-419',
  'zh-cn': 'zh-Hans',
  'zh-tw': 'zh-Hant'
}

/** What a product is called in a language. */
export function productTitle({ kind, title, coins }: Titled, lang: Lang): string {
  if (title) return title[lang]
  if (kind !== 'coins') return passes[kind][lang]
  return ofCoins[lang](new Intl.NumberFormat(locales[lang]).format(coins))
}

/** An amount in minor units as people write it, such as R$ 9,90. */
export function moneyText(amount: number, currency: string, lang: Lang): string {
  const format = new Intl.NumberFormat(locales[lang], { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
