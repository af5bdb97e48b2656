import { createHmac } from 'node:crypto'

/** The header `Drama-Signature`: HMAC-SHA-256 in hex over the time in epoch ms, a full stop, and what is signed. */
export function signatureOf(secret: string, time: number, signed: string): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${signed}`).digest('hex')}`
}
