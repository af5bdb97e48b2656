/** Who is calling. */
export interface Viewer {
  userId: string
  kind: 'visitor' | 'user'
  expiresAt: Date
  /** Whom this session was given up for; such a one may do nothing but sign in to them again. */
  replacedBy: string | null
  /** The partner's viewer that this session was opened for; null where the viewer has come by themselves. */
  vouched: PartnerIdentity | null
}

/** A viewer as a partner knows them. */
export interface PartnerIdentity {
  id: string
  subjectHash: string
}
