import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'

export interface Ticket {
  asset: string
  expiresAt: number
  userId: string
}

/** `open` returns null for a text that it did not sign. It does not check `expiresAt` (epoch ms). */
export interface TicketSigner {
  sign(ticket: Ticket): string
  verify(text: string): Ticket | null
}

const payloadSchema = z.tuple([z.string(), z.string(), z.number(), z.string()])

/** The first secret signs. The others still verify, so that secrets can be rotated. */
export function createTicketSigner(secrets: string[]): TicketSigner {
  const keys = new Map(secrets.map(secret => [toKeyId(secret), secret]))
  const [newest] = keys
  if (newest === undefined) throw new Error('media tickets need a secret')
  const [keyId, secret] = newest
  return {
    sign({ asset, expiresAt, userId }) {
      const payload = Buffer.from(JSON.stringify([keyId, asset, expiresAt, userId])).toString('base64url')
      return `${payload}.${sign(secret, payload)}`
    },
    verify(text) {
      const [payload = '', signature = '', ...rest] = text.split('.')
      const ticket = rest.length > 0 ? null : readPayload(payload)
      const key = ticket === null ? undefined : keys.get(ticket.keyId)
      return ticket !== null && key !== undefined && constantTimeEqual(sign(key, payload), signature) ? ticket : null
    }
  }
}

const toKeyId = (secret: string) => createHash('sha256').update(`ticket key id ${secret}`).digest('hex').slice(0, 6)

const sign = (secret: string, payload: string) => createHmac('sha256', secret).update(payload).digest('base64url')

function readPayload(payload: string): (Ticket & { keyId: string }) | null {
  try {
    const [keyId, asset, expiresAt, userId] = payloadSchema.parse(
      JSON.parse(Buffer.from(payload, 'base64url').toString())
    )
    return { keyId, asset, expiresAt, userId }
  } catch {
    return null
  }
}
