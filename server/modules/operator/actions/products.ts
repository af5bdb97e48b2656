import { z } from 'zod'
import { readProductsOnSale, toProduct } from '../../store/products.js'
import type { OperatorAction } from '../operator-action.js'

const listRequest = z.object({})

export const listProductsAction: OperatorAction<typeof listRequest> = {
  method: 'GET',
  path: '/operator/product_list',
  request: listRequest,
  subject: null,
  run: async ({ db, config }) => {
    const list = await readProductsOnSale(db, config.currency)
    return { list: list.map(row => toProduct(row, 'en')) }
  }
}
