import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'

export interface PlaySubject {
  userId: string
  episodeId: string
}

/** A signed id proves that the viewer was allowed to watch. Only such plays count. */
export interface PlayIdSigner {
  sign(id: string, play: PlaySubject): string
  issuedAt(playId: string, play: PlaySubject): number | null
}

const PLAY_ID_PATTERN = /^(p_([0-9a-f]{12})[0-9a-f]+)_([A-Za-z0-9_-]{22})$/

export function createPlayIdSigner(secrets: string[]): PlayIdSigner {
  const [newest] = secrets
  if (newest === undefined) throw new Error('play ids need a secret')
  return {
    sign: (id, play) => `${id}_${signPlay(newest, id, play)}`,
    issuedAt(playId, play) {
      const [, id = '', time = '', signature = ''] = PLAY_ID_PATTERN.exec(playId) ?? []
      const isSigned = secrets.some(secret => constantTimeEqual(signPlay(secret, id, play), signature))
      return isSigned ? Number.parseInt(time, 16) : null
    }
  }
}

const signPlay = (secret: string, id: string, { userId, episodeId }: PlaySubject) =>
  createHmac('sha256', secret).update(`play ${id} ${userId} ${episodeId}`).digest('base64url').slice(0, 22)
