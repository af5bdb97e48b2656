import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../../lib/constant-time-equal.js'

const LIFETIME_MS = 3_600_000

export interface PreviewToken {
  token: string
  expiresAt: Date
}

export function createPreviewToken(secrets: readonly string[], dramaId: string, now: Date): PreviewToken {
  const [newest] = secrets
  if (newest === undefined) throw new Error('previews need a secret')
  const expiresAt = now.getTime() + LIFETIME_MS
  const content = `${dramaId}.${expiresAt.toString(36)}`
  return { token: `${content}.${sign(newest, content)}`, expiresAt: new Date(expiresAt) }
}

/** The drama that the token shows. Null for a token that is wrong or has expired. */
export function readPreviewToken(secrets: readonly string[], token: string, now: Date): string | null {
  const [, content = '', dramaId = '', expiry = '', signature = ''] =
    /^((d_[A-Za-z0-9_-]{1,64})\.([0-9a-z]{1,12}))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  const isSigned = secrets.some(secret => constantTimeEqual(sign(secret, content), signature))
  return isSigned && Number.parseInt(expiry, 36) > now.getTime() ? dramaId : null
}

const sign = (secret: string, content: string) =>
  createHmac('sha256', secret).update(`drama preview ${content}`).digest('base64url')
