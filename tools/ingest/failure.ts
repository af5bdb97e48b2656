/** Something the person at the keyboard can mend; printed as one line, without a stack. */
export class IngestFailure extends Error {
  override name = 'IngestFailure'
}

/** The message of anything thrown, on one line. */
export const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim()
