import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { Log } from '../../lib/log.js'
import { isSharpInstalled } from '../../lib/sharp-installed.js'
import { applyPaymentUpdate, type OrderUpdate } from '../order/settle.js'
import { CHANGED_CAMPAIGN, FREE_EPISODES_AFTER_CHANGE, type SamplePeriod } from './audience.js'
import { drawChatPicture } from './chat-picture.js'
import { isDone, readField, type SampleServer, type SampleViewer } from './sample-server.js'
import type { SampleCheckout, SampleVisitor } from './sample-visits.js'
import { type Draw, drawWeighted } from './seeded-draw.js'

export interface SampleAction {
  at: Date
  run(): Promise<unknown>
}

interface SampleActionContext {
  db: Kysely<Database>
  log: Log
  server: SampleServer
  period: SamplePeriod
  draw: Draw
  currency: string
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export async function runActions(server: SampleServer, actions: readonly SampleAction[]): Promise<void> {
  for (const { at, run } of actions.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    server.setTime(at)
    await run()
  }
}

/** Checkouts, payments and unlocks, then refunds and disputes of some. */
export function listPurchases(context: SampleActionContext, checkouts: readonly SampleCheckout[]): SampleAction[] {
  const { server, draw, period } = context
  const paid = checkouts.filter(({ isPaid }) => isPaid)
  return checkouts.flatMap((checkout): SampleAction[] => {
    const productId = drawProduct(draw, context.currency)
    const no = paid.indexOf(checkout)
    let orderNo: string | null = null
    const actions = [
      {
        at: checkout.at,
        run: async () => {
          const viewer = await server.asViewer(checkout.visitor)
          const answer = await viewer.post('/store/order', { product_id: productId, provider: 'sandbox' })
          if (!isDone(answer)) return
          orderNo = String(readField(answer, 'order_no'))
          if (!checkout.isPaid) return
          await report(context, orderNo, { outcome: 'paid' })
          await unlockNext(viewer, checkout, checkout.unlocks)
        }
      }
    ]
    const later = (hours: number, run: (orderNo: string) => Promise<unknown>) =>
      actions.push({
        at: new Date(checkout.at.getTime() + hours * HOUR_MS),
        run: async () => {
          if (orderNo !== null) await run(orderNo)
        }
      })
    if (no >= 0 && no % 24 === 7) {
      later(9, order_no => server.asOperator('order_refund', { order_no, spent: 'waive', reason: 'Bought twice' }))
    }
    if (no >= 0 && no % 70 === 33)
      later(20, order_no => report(context, order_no, { outcome: 'disputed', disputeRef: 'dp' }))
    if (no === 12) {
      later(10, order_no => report(context, order_no, { outcome: 'refunded', refundRef: 're_1' }))
      later(12, order_no => report(context, order_no, { outcome: 'refund_failed', refundRef: 're_1' }))
    }
    return actions.filter(({ at }) => at < period.now)
  })
}

const drawProduct = (draw: Draw, currency: string): string =>
  `p_${currency.toLowerCase()}_${drawWeighted(draw, [
    ['300', 9],
    ['600', 6],
    ['1200', 4],
    ['3000', 1],
    ['weekly', 2]
  ])}`

let notices = 0

async function report(
  { db, log, server, period }: SampleActionContext,
  orderNo: string | null,
  news: Pick<OrderUpdate, 'outcome'> & Partial<OrderUpdate>
): Promise<void> {
  if (orderNo === null) return
  const order = await db
    .selectFrom('orders')
    .select(['amount', 'currency'])
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow()
  notices += 1
  const update: OrderUpdate = {
    provider: 'sandbox',
    eventId: `sample_${orderNo}_${notices}`,
    orderNo,
    ref: orderNo,
    paymentRef: orderNo,
    amount: Number(order.amount),
    currency: order.currency,
    ...news
  }
  await applyPaymentUpdate(db, update, { now: server.now(), zone: period.zone, log, metrics: server.metrics })
}

const UNLOCK_PRICE = 60
const PRICE_CHANGED_CODE = 4202

/** Several episodes at once, at the price that the server names if it is another one. */
async function unlockNext(viewer: SampleViewer, { drama, episodeNo }: SampleCheckout, count: number): Promise<void> {
  const to_no = Math.min(drama.episodes, episodeNo + count - 1)
  const request = { drama_id: drama.id, to_no }
  const price = (to_no - episodeNo + 1) * UNLOCK_PRICE
  const answer = await viewer.post('/drama/unlock_to', { ...request, expect_price: price })
  const neededCoins = readField(answer, 'range', 'coins_needed')
  if (answer.code === PRICE_CHANGED_CODE && typeof neededCoins === 'number')
    await viewer.post('/drama/unlock_to', { ...request, expect_price: neededCoins })
}

export function listCampaignChange({ server, period }: SampleActionContext): SampleAction[] {
  const change = { lpid: CHANGED_CAMPAIGN, mode: 'set', free_episodes_override: FREE_EPISODES_AFTER_CHANGE }
  return [{ at: period.changedAt, run: () => server.asOperator('campaign_save', change) }]
}

const MESSAGES = [
  ['bug', 'O episódio 12 trava no mesmo segundo em dois celulares.', 'Obrigado! O episódio foi corrigido hoje.'],
  ['payment', 'Paguei com Pix e as moedas demoraram uns minutos.', 'Desculpe a demora: o banco confirmou às 14h02.'],
  ['content', 'Quando sai a segunda temporada de “Noiva de inverno”?', null],
  ['bug', 'Los subtítulos en español van tarde desde el episodio 4.', null],
  ['other', 'Please add a dark background to the reading page.', 'It follows the theme of your phone now.'],
  ['payment', 'Comprei duas vezes sem querer, podem devolver uma?', null],
  ['bug', 'O som some quando volto do WhatsApp.', null],
  ['content', 'Adorei! Tem mais dramas com a mesma atriz?', null]
] as const

/** Over the last days; the newest messages wait for an answer. */
export function listFeedback(
  { db, server, period }: SampleActionContext,
  visitors: readonly SampleVisitor[]
): SampleAction[] {
  return MESSAGES.flatMap(([kind, text, answer], index): SampleAction[] => {
    const visitor = visitors[Math.floor(((index + 1) * visitors.length) / (MESSAGES.length + 2))]
    if (visitor === undefined) return []
    const at = new Date(period.now.getTime() - (MESSAGES.length - index) * 11 * HOUR_MS)
    const send = async () => (await server.asViewer(visitor)).post('/feedback/submit', { kind, text })
    const reply = async () => {
      const row = await db
        .selectFrom('feedback')
        .select('id')
        .where('user_id', '=', visitor.id)
        .orderBy('created_at', 'desc')
        .executeTakeFirst()
      if (row !== undefined && answer !== null) await server.asOperator('feedback_answer', { id: row.id, text: answer })
    }
    return [
      { at, run: send },
      { at: new Date(at.getTime() + 3 * HOUR_MS), run: reply }
    ].filter(action => action.at < period.now)
  })
}

/** Over the last days. */
const DECIDED = 6
/** In the last hour, because the service itself decides about older ones. Enough to try the queue by keyboard. */
const WAITING = 22
const WAITING_MS = 50 * MINUTE_MS
/** Shows the chat of the submission before, some messages later. */
const isNearCopy = (index: number) => index % 5 === 4

/** Screenshots of chats, within the hours in which they are accepted. */
export function listSubmissions(
  { server, period, draw }: SampleActionContext,
  visitors: readonly SampleVisitor[]
): SampleAction[] {
  if (!isSharpInstalled()) return []
  const count = DECIDED + WAITING
  return Array.from({ length: count }, (_, index): SampleAction[] => {
    const visitor = visitors[Math.floor(((index + 1) * visitors.length) / (count + 2))]
    if (visitor === undefined) return []
    const agoMs =
      index < DECIDED ? (20 + 8 * (DECIDED - index - draw())) * HOUR_MS : ((count - index) / WAITING) * WAITING_MS
    const at = new Date(period.now.getTime() - agoMs)
    return [{ at, run: () => submitChat(server, visitor, index) }]
  }).flat()
}

async function submitChat(server: SampleServer, visitor: SampleVisitor, index: number): Promise<void> {
  const viewer = await server.asViewer(visitor)
  const seed = isNearCopy(index) ? index - 1 : index
  const form = new FormData()
  const picture = await drawChatPicture(4_000 + seed, isNearCopy(index))
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'share.png')
  form.set('purpose', 'reward')
  form.set('lang', 'pt')
  const uploaded = await viewer.post('/upload/image', form)
  if (!isDone(uploaded)) return
  const body = { channel: index % 3 === 0 ? 'facebook' : 'whatsapp', image_id: readField(uploaded, 'image_id') }
  const submitted = await viewer.post('/reward/submit', body)
  if (!isDone(submitted) || index >= DECIDED) return
  const decision =
    index % 3 === 1 ? { ok: false, reason: 'few_friends', note: 'Only 4 chats are visible.' } : { ok: true }
  await server.asOperator('reward_review', { id: readField(submitted, 'submission', 'id'), ...decision })
}
