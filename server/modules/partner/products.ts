import { z } from 'zod'
import { languageSchema } from '../../../contract/protocol/language.js'
import { product } from '../../../contract/store.js'
import { readProductsOnSale, toProduct } from '../store/products.js'
import { definePartnerAction } from './partner-action.js'

const listRequest = z.object({ lang: languageSchema })
const listResponse = z.object({ list: z.array(product) })

export const listOffersAction = definePartnerAction({
  method: 'GET',
  path: '/partner/product_list',
  description: 'Lists the products on sale, which a campaign or a variant of it can offer first.',
  request: listRequest,
  response: listResponse,
  run: async ({ db, config }, { lang = 'pt' }) => {
    const rows = await readProductsOnSale(db, config.currency)
    return { list: rows.map(row => toProduct(row, lang)) }
  }
})
