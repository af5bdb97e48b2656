import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/schema/schema.js'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'
import { createDramaSignature, DRAMA_SIGNATURE_HEADER } from '../../lib/drama-signature.js'
import { InvalidSignature, type PaymentProvider, type PaymentUpdate } from './provider.js'

const noticeSchema = z.object({
  event_id: z.string().min(1).max(120),
  order_no: z.string().max(120),
  outcome: z.enum([
    'paid',
    'failed',
    'closed',
    'refunded',
    'refund_failed',
    'disputed',
    'dispute_won',
    'dispute_lost'
  ] as const),
  amount: z.number().int(),
  currency: z.string().max(3),
  back_amount: z.number().int().min(1).optional(),
  refund: z.string().min(1).max(160).optional(),
  dispute: z.string().min(1).max(120).optional()
})
export type SandboxNotice = z.infer<typeof noticeSchema>

const deriveSandboxSecrets = (mediaSecrets: readonly string[]) =>
  mediaSecrets.map(secret => createHmac('sha256', secret).update('sandbox notices').digest('hex'))

export function signNotice(notice: SandboxNotice, mediaSecrets: readonly string[], time: number) {
  const body = JSON.stringify(notice)
  const signature = createDramaSignature(deriveSandboxSecrets(mediaSecrets)[0] ?? '', body, time)
  return { body, headers: { 'Content-Type': 'application/json', [DRAMA_SIGNATURE_HEADER]: signature } }
}

function parseNotice(body: string): SandboxNotice {
  try {
    return noticeSchema.parse(JSON.parse(body))
  } catch {
    throw new InvalidSignature()
  }
}

export function createSandbox(
  db: Kysely<Database>,
  mediaSecrets: readonly string[],
  isEmbeddable: boolean
): PaymentProvider {
  const secrets = deriveSandboxSecrets(mediaSecrets)
  return {
    id: 'sandbox',
    isTest: true,
    isEmbeddable,
    createCheckout: async ({ order_no }, { origin }) => ({
      ref: order_no,
      pay: { type: 'sandbox', url: `${origin}/pay/sandbox/${order_no}` }
    }),
    getPayment: async ({ order_no, amount, currency }) => {
      const row = await db
        .selectFrom('sandbox_payments')
        .select('decision')
        .where('order_no', '=', order_no)
        .executeTakeFirst()
      const outcomes = { approved: 'paid', declined: 'failed' } as const
      const outcome: PaymentUpdate['outcome'] = row === undefined ? 'open' : outcomes[row.decision]
      return { outcome, ref: order_no, paymentRef: order_no, amount: Number(amount), currency }
    },
    getPaymentForm: async () => null,
    parseWebhook: async ({ body, headers, now }) => {
      if (!isSigned(headers.get(DRAMA_SIGNATURE_HEADER), body, secrets, now)) throw new InvalidSignature()
      const { event_id, order_no, outcome, amount, currency, back_amount, refund, dispute } = parseNotice(body)
      return {
        outcome: outcome === 'dispute_lost' ? 'disputed' : outcome,
        amount,
        currency,
        eventId: event_id,
        orderNo: order_no,
        ref: order_no,
        paymentRef: order_no,
        backAmount: back_amount ?? null,
        refundRef: refund ?? null,
        disputeRef: dispute ?? null
      }
    },
    refund: async () => undefined
  }
}

const SIGNATURE_TOLERANCE_MS = 300_000

export function isSigned(header: string | null, body: string, secrets: readonly string[], now: Date): boolean {
  const [signature, time = ''] = /^t=(\d{1,15}),v1=[0-9a-f]{64}$/.exec(header ?? '') ?? []
  if (signature === undefined || Math.abs(now.getTime() - Number(time)) > SIGNATURE_TOLERANCE_MS) return false
  return secrets.some(secret => constantTimeEqual(createDramaSignature(secret, body, Number(time)), signature))
}
