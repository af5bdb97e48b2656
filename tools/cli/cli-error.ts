export interface CliErrorDetails {
  /** 1 if the command could not be done, 2 if it is not understood. */
  readonly exitCode: number
  readonly hint?: string
  readonly data?: unknown
  /** Printed instead of the message without `--json`. */
  readonly help?: string
}

/** An error that the user of the command can fix. It is printed as one line, without a stack. */
export class CliError extends Error {
  override name = 'CliError'

  constructor(
    /** The server's code, or a name of the program's own errors. */
    readonly code: number | string,
    message: string,
    readonly details: CliErrorDetails
  ) {
    super(message)
  }
}

export const createUsageError = (code: string, message: string): CliError =>
  new CliError(code, message, { exitCode: 2 })
