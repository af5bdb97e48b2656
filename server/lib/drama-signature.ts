import { createHmac } from 'node:crypto'

export const DRAMA_SIGNATURE_HEADER = 'Drama-Signature'

/** `t=<epoch ms>,v1=<HMAC-SHA-256 in hex of `<epoch ms>.<body>`>`, as partners verify it: see docs/guide/postbacks.md. */
export function createDramaSignature(secret: string, body: string, timeMs: number): string {
  return `t=${timeMs},v1=${createHmac('sha256', secret).update(`${timeMs}.${body}`).digest('hex')}`
}
