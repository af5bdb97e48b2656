import type { Stripe } from 'stripe'
import type { Lang } from '../../../contract/protocol/language.js'
import type { StripeSettings } from '../../config/config.js'
import type { OrderRow } from '../../db/schema/store-tables.js'
import { withSpan } from '../../lib/tracing.js'
import { InvalidSignature, type PaymentProvider, type PaymentUpdate, ProviderUnavailable } from './provider.js'
import { toPaymentUpdate, toWebhookEvent } from './stripe-events.js'

/** Two attempts and the pause between them fit into the 8 s of an external call. */
const TIMEOUT_MS = 3_500
const MAX_RETRIES = 1
const TOLERANCE_SECONDS = 300

const locales: Record<Lang, Stripe.Checkout.SessionCreateParams.Locale> = {
  pt: 'pt-BR',
  en: 'en',
  es: 'es-419',
  'zh-cn': 'zh',
  'zh-tw': 'zh-TW'
}

export function createStripe(settings: StripeSettings): PaymentProvider {
  const loadClient = createClientLoader(settings)
  const { publishableKey } = settings
  return {
    id: 'stripe',
    isTest: /^(sk|rk)_test_/.test(settings.secretKey),
    isEmbeddable: publishableKey !== null,
    createCheckout: async (order, checkoutInput) => {
      const params = toSessionParams(order, checkoutInput, settings)
      const stripe = await loadClient()
      const session = await callStripe(() =>
        stripe.checkout.sessions.create(params, { idempotencyKey: order.order_no })
      )
      const url = publishableKey === null ? session.url : toOwnPage(order, checkoutInput.origin)
      if (url === null) throw new ProviderUnavailable('a session without a page')
      return { ref: session.id, pay: { type: 'redirect', url } }
    },
    getPayment: async ({ provider_ref }): Promise<PaymentUpdate> => {
      if (provider_ref === null) throw new ProviderUnavailable('a session without a name')
      const stripe = await loadClient()
      return toPaymentUpdate(await callStripe(() => stripe.checkout.sessions.retrieve(provider_ref)))
    },
    getPaymentForm: async ({ provider_ref }) => {
      if (publishableKey === null || provider_ref === null) return null
      const stripe = await loadClient()
      const { status, client_secret } = await callStripe(() => stripe.checkout.sessions.retrieve(provider_ref))
      // A complete session may wait for its money, such as a bank transfer.
      return status === 'open' && client_secret !== null ? { publishableKey, clientSecret: client_secret } : null
    },
    parseWebhook: async ({ body, headers, now }) => {
      const { webhooks } = await loadClient()
      const signature = headers.get('Stripe-Signature') ?? ''
      const { webhookSecret: secret } = settings
      let event: Stripe.Event
      try {
        event = webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime())
      } catch {
        throw new InvalidSignature()
      }
      return toWebhookEvent(event)
    },
    refund: async ({ order_no, payment_ref }, { ref, amount }) => {
      if (payment_ref === null) throw new ProviderUnavailable('a payment without a name')
      const stripe = await loadClient()
      const params = { payment_intent: payment_ref, metadata: { order_no, refund_ref: ref } }
      const part = amount === null ? {} : { amount }
      await callStripe(() => stripe.refunds.create({ ...params, ...part }, { idempotencyKey: ref }))
    }
  }
}

function createClientLoader({ secretKey, apiBase }: StripeSettings): () => Promise<Stripe> {
  const customUrl = apiBase === null ? null : new URL(apiBase)
  const hostOptions =
    customUrl === null
      ? {}
      : {
          host: customUrl.hostname,
          port: customUrl.port || (customUrl.protocol === 'http:' ? '80' : '443'),
          protocol: customUrl.protocol === 'http:' ? ('http' as const) : ('https' as const)
        }
  let clientPromise: Promise<Stripe> | null = null
  return () => {
    clientPromise ??= import('stripe').then(({ Stripe: Client }) => {
      const limits = { timeout: TIMEOUT_MS, maxNetworkRetries: MAX_RETRIES, telemetry: false }
      return new Client(secretKey, { ...limits, ...hostOptions })
    })
    return clientPromise
  }
}

const toOwnPage = ({ order_no }: OrderRow, origin: string) => `${origin}/pay/stripe/${order_no}`

function toSessionParams(
  order: OrderRow,
  { title, origin }: { title: string; origin: string },
  { methods, publishableKey }: StripeSettings
): Stripe.Checkout.SessionCreateParams {
  const { order_no, amount, currency, lang, expires_at } = order
  const page = toOwnPage(order, origin)
  const hosted = { locale: locales[lang], success_url: page, cancel_url: page }
  const price = { currency: currency.toLowerCase(), unit_amount: Number(amount), product_data: { name: title } }
  return {
    mode: 'payment',
    client_reference_id: order_no,
    metadata: { order_no },
    payment_intent_data: { metadata: { order_no } },
    line_items: [{ quantity: 1, price_data: price }],
    allowed_payment_method_types: methods as Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType[],
    ...(publishableKey === null ? hosted : { ui_mode: 'elements', return_url: page }),
    expires_at: Math.floor(expires_at.getTime() / 1000)
  }
}

const STRIPE_SPAN = { kind: 'client', attributes: { 'peer.service': 'stripe' } } as const

async function callStripe<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await withSpan('stripe', STRIPE_SPAN, call)
  } catch (error) {
    // Leaves out Stripe's message, because it may repeat parameters of the request.
    const { type = 'unknown', code = '' } = error as { type?: string; code?: string }
    throw new ProviderUnavailable(`stripe: ${type} ${code}`.trim())
  }
}
