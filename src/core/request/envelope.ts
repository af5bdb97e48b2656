import type { Envelope } from '../../../contract/protocol/envelope.js'
import { decrypt, envelopeKey } from './cipher.js'
import { RequestError } from './request-error.js'

export interface ParsedEnvelope {
  code: number
  message: string
  data: unknown
}

/** Rejects with kind `server` if the body is not an envelope, or `decrypt` if its data cannot be decrypted. */
export async function parseEnvelope(
  body: unknown,
  secret: string,
  subtle: SubtleCrypto | undefined
): Promise<ParsedEnvelope> {
  if (!isEnvelope(body)) throw new RequestError('server', 'not an answer of this API')
  const message = body.msg ?? body.message ?? body.info
  return {
    code: body.code,
    message: typeof message === 'string' ? message : '',
    data: typeof body.data === 'string' ? await openData(body.data, secret, subtle) : (body.data ?? null)
  }
}

async function openData(text: string, secret: string, subtle: SubtleCrypto | undefined): Promise<unknown> {
  try {
    return JSON.parse(await decrypt(subtle, text, await envelopeKey(secret)))
  } catch {
    throw new RequestError('decrypt', 'the answer could not be decrypted')
  }
}

type LooseEnvelope = Omit<Envelope, 'msg'> & { msg?: unknown; message?: unknown; info?: unknown }

function isEnvelope(body: unknown): body is LooseEnvelope {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number'
}
