import type { ListItem } from '../api/action-types.js'

export type ReportedProduct = ListItem<'/operator/product_report'>
