import { createCipheriv, createHash } from 'node:crypto'
import { type Envelope, SUCCESS_CODE } from '../../contract/protocol/envelope.js'
import { type ErrorCode, errorTexts } from '../../contract/protocol/errors.js'

export const createSuccessEnvelope = (data: unknown): Envelope => ({ code: SUCCESS_CODE, msg: 'success', data })

export const createFailureEnvelope = (code: ErrorCode, data: unknown = null): Envelope => ({
  code,
  msg: errorTexts[code],
  data
})

/** With a secret, `data` is base64 of AES-256-CBC: the key is the MD5 hex of the secret, the IV the secret. */
export function writeEnvelope(envelope: Envelope, secret: string | null): string {
  if (secret === null || envelope.data === null) return JSON.stringify(envelope)
  const key = createHash('md5').update(secret).digest('hex')
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(key), Buffer.from(secret))
  const encrypted = cipher.update(JSON.stringify(envelope.data), 'utf8', 'base64') + cipher.final('base64')
  return JSON.stringify({ ...envelope, data: encrypted })
}
