import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'

/**
 * HMACs stored instead of addresses and codes. Without the server's secret, guesses cannot be checked against a copy of
 * the database.
 */
export interface KeyedHashes {
  addressHash(email: string): string
  emailCodeHash(addressHash: string, code: string): string
  recoveryHash(code: string): string
  /** Of a console member, so that codes for viewers and for members of one address are apart. */
  memberAddressHash(email: string): string
  subjectHash(partnerId: string, subject: string): string
  /** Of an address block, a device or a browser; with a secret, because there are few addresses to guess. */
  networkHash(...parts: string[]): string
  /** Id of the account's `drama-register`, the same whenever it is computed. */
  registerEventId(userId: string): string
  signExport(userId: string, expiresAt: number): string
  verifyExport(text: string): { userId: string; expiresAt: number } | null
}

export function createKeyedHashes(secret: string): KeyedHashes {
  const computeHmac = (purpose: string, ...parts: string[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('base64url')
  return {
    addressHash: email => computeHmac('address', email),
    emailCodeHash: (addressHash, code) => computeHmac('email code', addressHash, code),
    memberAddressHash: email => computeHmac('member address', email),
    recoveryHash: code => computeHmac('recovery', code),
    subjectHash: (partnerId, subject) => computeHmac('partner subject', partnerId, subject),
    networkHash: (...parts) => computeHmac('network', ...parts).slice(0, 22),
    registerEventId: userId => `register_${computeHmac('register', userId)}`,
    signExport(userId, expiresAt) {
      const payload = Buffer.from(JSON.stringify([userId, expiresAt])).toString('base64url')
      return `${payload}.${computeHmac('export', payload)}`
    },
    verifyExport(text) {
      const [payload = '', signature = '', ...rest] = text.split('.')
      if (rest.length > 0 || !constantTimeEqual(computeHmac('export', payload), signature)) return null
      const [userId, expiresAt] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [string, number]
      return { userId, expiresAt }
    }
  }
}
