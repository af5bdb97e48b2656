import { CliError } from '../cli/cli-error.js'

/** An error that the user of the command can fix. */
export class IngestFailure extends CliError {
  override name = 'IngestFailure'

  constructor(message: string) {
    super('ingest_failed', message, { exitCode: 1 })
  }
}

export const toErrorMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim()
