/** An error that the user of the command can fix. It is printed as one line, without a stack. */
export class IngestFailure extends Error {
  override name = 'IngestFailure'
}

export const toErrorMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim()
