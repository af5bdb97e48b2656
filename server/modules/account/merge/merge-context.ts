/** A visitor who becomes part of another user; both rows are locked. */
export interface MergeContext {
  from: string
  into: string
  now: Date
  /** The server's own zone. */
  zone: string
}
