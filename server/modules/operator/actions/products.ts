import { sql } from 'kysely'
import { z } from 'zod'
import { langs } from '../../../../contract/protocol/language.js'
import { listOf } from '../../../../contract/protocol/list.js'
import { product, productId, productKind } from '../../../../contract/store.js'
import { transaction } from '../../../db/transaction.js'
import { cutToPage, formatCursor, parseCursor } from '../../../lib/cursor.js'
import { replaceLoneSurrogates } from '../../../lib/text.js'
import { localized } from '../../catalogue/package/package-schema.js'
import { addProduct } from '../../store/add-product.js'
import { readOfferingCampaigns, readProductSales } from '../../store/product-sales.js'
import { toProductVersion, writeProduct } from '../../store/product-writes.js'
import { readProductsOnSale, toProduct, toProductId } from '../../store/products.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'

const listRequest = z.object({ lang: z.enum(langs).default('en') })

const listResponse = z.object({ list: z.array(product) })

const listProductsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/product_list',
  roles: ['editor', 'support', 'analyst'],
  description: 'Lists products on sale.',
  request: listRequest,
  response: listResponse,
  subject: null,
  run: async ({ db, config }, { lang }) => {
    const list = await readProductsOnSale(db, config.currency)
    return { list: list.map(row => toProduct(row, lang)) }
  }
})

const SALES_PERIOD_MS = 30 * 86_400_000

const reportRequest = z.object({
  lang: z.enum(langs).default('en'),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(50)
})

const amount = z.number().int()

const reportResponse = listOf(
  z.object({
    id: z.string(),
    kind: productKind,
    title: z.string(),
    coins: amount,
    bonus: amount,
    days: z.number().int().nullable(),
    amount,
    currency: z.string(),
    badge: z.enum(['popular', 'best_value']).nullable(),
    sort: z.number().int(),
    status: z.enum(['on_sale', 'withdrawn']),
    /** Null if the title is made of what the product gives. */
    own_title: localized.nullable(),
    version: z.string(),
    sold: z.number().int(),
    test_sold: z.number().int(),
    revenue: z.array(z.object({ currency: z.string(), amount })),
    campaigns: z.object({ count: z.number().int(), list: z.array(z.object({ lpid: z.string(), name: z.string() })) })
  })
).extend({ currency: z.string(), since: z.date() })

const reportProductsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/product_report',
  roles: ['editor', 'support', 'analyst'],
  description:
    'Lists all products, also withdrawn ones, with what was sold in 30 days before refunds, and the active campaigns that show each first.',
  request: reportRequest,
  response: reportResponse,
  subject: null,
  run: async ({ db, config, now }, { lang, cursor, page_size: size }) => {
    const after = parseCursor('products', ['text', 'small', 'text'], cursor)
    const rows = await db
      .selectFrom('products')
      .selectAll()
      .$if(after !== null, query => query.where(sql<boolean>`(currency, sort, id) > (${sql.join(after ?? [])})`))
      .orderBy('currency')
      .orderBy('sort')
      .orderBy('id')
      .limit(size + 1)
      .execute()
    const page = cutToPage(rows, size, last => formatCursor('products', [last.currency, last.sort, last.id]))
    const ids = page.list.map(({ id }) => id)
    const since = new Date(now.getTime() - SALES_PERIOD_MS)
    const sales = await readProductSales(db, ids, since)
    const campaigns = await readOfferingCampaigns(db, ids)
    return {
      ...page,
      currency: config.currency,
      since,
      list: page.list.map(row => {
        const ofProduct = sales.filter(({ product_id }) => product_id === row.id)
        const real = ofProduct.filter(({ is_test }) => !is_test)
        return {
          ...toProduct(row, lang),
          badge: row.badge === 'offer' ? null : row.badge,
          sort: row.sort,
          status: row.status,
          own_title: row.title,
          version: toProductVersion(row),
          sold: real.reduce((sum, { sold }) => sum + sold, 0),
          test_sold: ofProduct.filter(({ is_test }) => is_test).reduce((sum, { sold }) => sum + sold, 0),
          revenue: real.map(({ currency, revenue }) => ({ currency, amount: revenue })),
          campaigns: campaigns.get(row.id) ?? { count: 0, list: [] }
        }
      })
    }
  }
})

const MAX_AMOUNT = 1_000_000_000
const MAX_SORT = 1_000_000

const TITLE_LIMIT = 60
/** One line of text. */
const titleText = z
  .string()
  .max(4 * TITLE_LIMIT)
  .transform(text => replaceLoneSurrogates(text.trim()))
  .refine(text => text !== '' && [...text].length <= TITLE_LIMIT && !/\p{Cc}/u.test(text))
const title = z.strictObject({ pt: titleText, en: titleText, es: titleText, 'zh-cn': titleText, 'zh-tw': titleText })
const badge = z.enum(['popular', 'best_value']).nullable()
const price = z.number().int().min(1).max(MAX_AMOUNT)
const place = z.number().int().min(0).max(MAX_SORT)
const MAX_COINS = 1_000_000
const MAX_PASS_DAYS = 365
const MAX_PRICES = 20

const addRequest = z.strictObject({
  /** The id is `p_<currency>_<code>`. */
  code: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/),
  kind: productKind,
  coins: z.number().int().min(0).max(MAX_COINS).default(0),
  bonus: z.number().int().min(0).max(MAX_COINS).default(0),
  /** How long a pass is valid. */
  days: z.number().int().min(1).max(MAX_PASS_DAYS).nullable().default(null),
  /** Without `currency` that of the server. */
  prices: z
    .array(
      z.strictObject({
        currency: z
          .string()
          .regex(/^[A-Z]{3}$/)
          .optional(),
        amount: price
      })
    )
    .min(1)
    .max(MAX_PRICES),
  badge: badge.default(null),
  /** Null: after all others. */
  sort: place.nullable().default(null),
  /** Off sale at first, so that a wrong price is seen before a viewer pays it. */
  status: z.enum(['on_sale', 'withdrawn']).default('withdrawn'),
  /** Null makes it of what the product gives, such as “300 coins”. */
  title: title.nullable().default(null)
})

const addResponse = z.object({ ids: z.array(z.string()) })

const addProductAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/product_add',
  roles: [],
  description:
    'Adds a pack of coins or a pass: one product for each price, in its currency. It is off sale unless `status` says `on_sale`. Viewers see those in the currency of the server.',
  request: addRequest,
  response: addResponse,
  subject: ({ code, prices }, { config }) => toProductId(prices[0]?.currency ?? config.currency, code),
  readState: ({ db, config }, { code, prices }) => {
    const ids = prices.map(({ currency = config.currency }) => toProductId(currency, code))
    return readProductStates(db, ids)
  },
  run: ({ db, config, now }, { prices, ...product }) =>
    transaction(db, async trx => {
      const inCurrencies = prices.map(({ currency = config.currency, amount: sent }) => ({ currency, amount: sent }))
      const added = await addProduct(trx, { ...product, prices: inCurrencies }, now)
      return { ids: added.map(({ id }) => id) }
    })
})

async function readProductStates(db: OperatorContext['db'], ids: readonly string[]) {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'kind', 'title', 'coins', 'bonus', 'days', 'amount', 'currency', 'badge', 'sort', 'status'])
    .where('id', 'in', ids)
    .execute()
  return Object.fromEntries(rows.map(({ id, amount: stored, ...row }) => [id, { ...row, amount: Number(stored) }]))
}

const saveRequest = z.object({
  id: productId,
  status: z.enum(['on_sale', 'withdrawn']).optional(),
  amount: price.optional(),
  badge: badge.optional(),
  sort: place.optional(),
  /** Null makes it of what the product gives. */
  title: title.nullable().optional(),
  /** Refuses the change if somebody has changed the product since. */
  version: z.string().max(64).optional()
})

const saveResponse = z.object({ id: z.string(), version: z.string() })

const saveProductAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/product_save',
  roles: [],
  description:
    'Changes the fields that are sent of a product: price, badge, place, title, or whether it is on sale. Orders that exist keep what was bought. `version` is that of `product_report`.',
  request: saveRequest,
  response: saveResponse,
  subject: ({ id }) => id,
  readState: ({ db }, { id }) =>
    db
      .selectFrom('products')
      .select(['status', 'amount', 'currency', 'badge', 'sort', 'title'])
      .where('id', '=', id)
      .executeTakeFirst(),
  run: ({ db }, change) =>
    transaction(db, async trx => ({ id: change.id, version: toProductVersion(await writeProduct(trx, change)) }))
})

export const productActions = [listProductsAction, reportProductsAction, addProductAction, saveProductAction] as const
