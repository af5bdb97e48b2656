import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_MS = 300_000

const macOf = (secret: string, body: string, time: number) =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')

/** The value of `Drama-Signature` for a body: `t=<epoch ms>,v1=<HMAC-SHA-256 in hex>`. */
export const signatureOf = (secret: string, body: string, time: number) => `t=${time},v1=${macOf(secret, body, time)}`

/** Whether a body was signed with one of these secrets, at most five minutes before or after. */
export function isSigned(header: string | null, body: string, secrets: readonly string[], now: Date): boolean {
  const [, time = '', mac = ''] = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (mac === '' || Math.abs(now.getTime() - Number(time)) > TOLERANCE_MS) return false
  return secrets.some(secret => timingSafeEqual(Buffer.from(macOf(secret, body, Number(time))), Buffer.from(mac)))
}
