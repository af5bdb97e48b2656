import { z } from 'zod'
import { product } from '../../../../contract/store.js'
import { readProductsOnSale, toProduct } from '../../store/products.js'
import { defineOperatorAction } from '../operator-action.js'

const listRequest = z.object({})

const listResponse = z.object({ list: z.array(product) })

export const listProductsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/product_list',
  roles: ['editor', 'support', 'analyst'],
  description: 'Lists products on sale.',
  request: listRequest,
  response: listResponse,
  subject: null,
  run: async ({ db, config }) => {
    const list = await readProductsOnSale(db, config.currency)
    return { list: list.map(row => toProduct(row, 'en')) }
  }
})
