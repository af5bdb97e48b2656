import { createECDH, ECDH } from 'node:crypto'
import type { Config } from '../../config/config.js'

const CURVE = 'prime256v1'

export interface VapidDetails {
  subject: string
  publicKey: string
  privateKey: string
}

/** Throws without a private key, or if it is none. */
export function readVapidDetails({
  vapidPrivateKey,
  vapidSubject
}: Pick<Config, 'vapidPrivateKey' | 'vapidSubject'>): VapidDetails {
  if (vapidPrivateKey === null) throw new Error('Web Push needs a key')
  const pair = createECDH(CURVE)
  pair.setPrivateKey(vapidPrivateKey, 'base64url')
  return { subject: vapidSubject, publicKey: pair.getPublicKey('base64url'), privateKey: vapidPrivateKey }
}

/** A message could not be encrypted for another text. */
export function isBrowserKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, CURVE, 'base64url')
    return p256dh.startsWith('B')
  } catch {
    return false
  }
}
