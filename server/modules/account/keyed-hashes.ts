import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'

/**
 * What is kept instead of addresses and codes: without the server's secret nobody can try all of them against a copy of
 * the database.
 */
export interface KeyedHashes {
  addressHash(email: string): string
  emailCodeHash(addressHash: string, code: string): string
  recoveryHash(code: string): string
  /** Of a partner's own id of a viewer. */
  subjectHash(partnerId: string, subject: string): string
  /** Seals which user's data may be fetched until when, epoch ms. */
  signExport(userId: string, expiresAt: number): string
  /** Null for anything that was not sealed here. */
  openExport(text: string): { userId: string; expiresAt: number } | null
}

export function createKeyedHashes(secret: string): KeyedHashes {
  const seal = (purpose: string, ...parts: string[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('base64url')
  return {
    addressHash: email => seal('address', email),
    emailCodeHash: (addressHash, code) => seal('email code', addressHash, code),
    recoveryHash: code => seal('recovery', code),
    subjectHash: (partnerId, subject) => seal('partner subject', partnerId, subject),
    signExport(userId, expiresAt) {
      const payload = Buffer.from(JSON.stringify([userId, expiresAt])).toString('base64url')
      return `${payload}.${seal('export', payload)}`
    },
    openExport(text) {
      const [payload = '', signature = '', ...rest] = text.split('.')
      if (rest.length > 0 || !constantTimeEqual(seal('export', payload), signature)) return null
      const [userId, expiresAt] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [string, number]
      return { userId, expiresAt }
    }
  }
}
