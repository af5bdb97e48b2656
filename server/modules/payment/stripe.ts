import type { Stripe } from 'stripe'
import type { Lang } from '../../../contract/protocol/language.js'
import type { StripeSettings } from '../../config/config.js'
import type { OrderRow } from '../../db/schema/store-tables.js'
import { InvalidSignature, type PaymentProvider, type PaymentUpdate, ProviderUnavailable } from './provider.js'
import { toPaymentUpdate, toWebhookEvent } from './stripe-events.js'

/** A request has 10 s in all; two attempts fit. */
const TIMEOUT_MS = 4_000
const RETRIES = 1
const TOLERANCE_SECONDS = 300

const locales: Record<Lang, Stripe.Checkout.SessionCreateParams.Locale> = {
  pt: 'pt-BR',
  en: 'en',
  es: 'es-419',
  'zh-cn': 'zh',
  'zh-tw': 'zh-TW'
}

/** Stripe's own checkout page. */
export function createStripe(settings: StripeSettings): PaymentProvider {
  const client = openClient(settings)
  return {
    id: 'stripe',
    isTest: /^(sk|rk)_test_/.test(settings.secretKey),
    begin: async (order, about) => {
      const params = sessionOf(order, about, settings.methods)
      const stripe = await client()
      const session = await callStripe(stripe.checkout.sessions.create(params, { idempotencyKey: order.order_no }))
      if (session.url === null) throw new ProviderUnavailable('a session without a page')
      return { ref: session.id, pay: { type: 'redirect', url: session.url } }
    },
    getPayment: async ({ provider_ref }): Promise<PaymentUpdate> => {
      if (provider_ref === null) throw new ProviderUnavailable('a session without a name')
      const stripe = await client()
      return toPaymentUpdate(await callStripe(stripe.checkout.sessions.retrieve(provider_ref)))
    },
    readNotice: async ({ body, headers, now }) => {
      const { webhooks } = await client()
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
    refund: async ({ order_no, payment_ref }, refundRef) => {
      if (payment_ref === null) throw new ProviderUnavailable('a payment without a name')
      const stripe = await client()
      const params = { payment_intent: payment_ref, metadata: { order_no, refund_ref: refundRef } }
      await callStripe(stripe.refunds.create(params, { idempotencyKey: refundRef }))
    }
  }
}

/** The SDK is loaded when it is first needed: the start does not wait for it. */
function openClient({ secretKey, apiBase }: StripeSettings): () => Promise<Stripe> {
  const own = apiBase === null ? null : new URL(apiBase)
  const address =
    own === null
      ? {}
      : {
          host: own.hostname,
          port: own.port || (own.protocol === 'http:' ? '80' : '443'),
          protocol: own.protocol === 'http:' ? ('http' as const) : ('https' as const)
        }
  let opened: Promise<Stripe> | null = null
  return () => {
    opened ??= import('stripe').then(({ Stripe: Client }) => {
      const limits = { timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES, telemetry: false }
      return new Client(secretKey, { ...limits, ...address })
    })
    return opened
  }
}

/** What of our order the session is made of: nothing comes from the browser. */
function sessionOf(
  { order_no, amount, currency, lang, expires_at }: OrderRow,
  { title, origin }: { title: string; origin: string },
  methods: string[]
): Stripe.Checkout.SessionCreateParams {
  const page = `${origin}/pay/stripe/${order_no}`
  const price = { currency: currency.toLowerCase(), unit_amount: Number(amount), product_data: { name: title } }
  return {
    mode: 'payment',
    client_reference_id: order_no,
    metadata: { order_no },
    payment_intent_data: { metadata: { order_no } },
    line_items: [{ quantity: 1, price_data: price }],
    allowed_payment_method_types: methods as Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType[],
    locale: locales[lang],
    success_url: page,
    cancel_url: page,
    expires_at: Math.floor(expires_at.getTime() / 1000)
  }
}

async function callStripe<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    // Its message may repeat what was sent.
    const { type = 'unknown', code = '' } = error as { type?: string; code?: string }
    throw new ProviderUnavailable(`stripe: ${type} ${code}`.trim())
  }
}
