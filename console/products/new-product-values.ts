import type { UseFormReturnType } from '@mantine/form'
import type { badges, TitleValues } from './product-values.js'
import type { ReportedProduct } from './reported-product.js'

export interface NewProductValues extends TitleValues {
  kind: ReportedProduct['kind']
  code: string
  /** Numbers as they are typed. */
  coins: string
  bonus: string
  days: string
  /** The first is in the server’s currency. */
  prices: { key: string; currency: string; amount: string }[]
  badge: (typeof badges)[number]
  sort: string
  is_on_sale: boolean
}

export type NewProductForm = UseFormReturnType<NewProductValues>
