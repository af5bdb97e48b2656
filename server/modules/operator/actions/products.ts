import { z } from 'zod'
import { productAnswer, productsOnSale } from '../../store/products.js'
import type { Deed } from '../operator-api.js'

const listRequest = z.object({})

/** What is on sale, as the store shows it: what a campaign can have as its offer. */
export const listingProducts: Deed<typeof listRequest> = {
  ...{ method: 'GET', path: '/operator/product_list', request: listRequest, subject: null },
  run: async ({ db, config }) => {
    const list = await productsOnSale(db, config.currency)
    return { list: list.map(row => productAnswer(row, 'en')) }
  }
}
