import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'

/** What a play id is given for: who was let to which episode. */
export interface PlaySubject {
  userId: string
  episodeId: string
}

/** Gives play ids, and knows its own: nobody counts as watching what the gate has not let them to. */
export interface PlayIds {
  /** Seals `id`, which begins with its prefix and 12 hexadecimal digits of epoch ms. */
  sign(id: string, play: PlaySubject): string
  /** When the id was given for this play, in epoch ms; null for one that was not. */
  issuedAt(playId: string, play: PlaySubject): number | null
}

const FORM = /^(p_([0-9a-f]{12})[0-9a-f]+)_([A-Za-z0-9_-]{22})$/

/** The first secret seals, the others are still known. */
export function createPlayIds(secrets: string[]): PlayIds {
  const [newest] = secrets
  if (newest === undefined) throw new Error('play ids need a secret')
  return {
    sign: (id, play) => `${id}_${sealOf(newest, id, play)}`,
    issuedAt(playId, play) {
      const [, id = '', time = '', seal = ''] = FORM.exec(playId) ?? []
      const isOurs = secrets.some(secret => constantTimeEqual(sealOf(secret, id, play), seal))
      return isOurs ? Number.parseInt(time, 16) : null
    }
  }
}

const sealOf = (secret: string, id: string, { userId, episodeId }: PlaySubject) =>
  createHmac('sha256', secret).update(`play ${id} ${userId} ${episodeId}`).digest('base64url').slice(0, 22)
