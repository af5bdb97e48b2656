import type { WalPosition } from '../db/replicas/viewer-writes.js'

export interface Viewer {
  userId: string
  kind: 'visitor' | 'user'
  expiresAt: Date
  /** The user that this session signed in to before it ended; the viewer may only repeat that sign-in. */
  replacedBy: string | null
  partnerIdentity: PartnerIdentity | null
  /** Of the last write, when the session was read: see `Replicas.readerFor`. */
  writtenPosition: WalPosition | null
  /** When the session was read. Null if it was read without it. */
  contentVersion: string | null
}

export interface PartnerIdentity {
  id: string
  subjectHash: string
}
