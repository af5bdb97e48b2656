import type { CliCommand, CliCommandDescription, CliInput } from '../cli/cli-command.js'
import { sendCall } from './send-call.js'

export interface OperatorCommand extends CliCommandDescription {
  /** Method, and address under `/operator/`. */
  readonly call: `${'GET' | 'POST'} ${string}`
  /** True if partners may send it with their DRAMA_KEY, to the address of the same name under `/partner/`. */
  readonly isForPartners?: boolean
  /** Fields of the request; those that are undefined are left out. */
  readonly toFields: (input: CliInput) => Readonly<Record<string, unknown>>
  /** Argument with the file where the picture of the response is saved. */
  readonly savesTo?: string
  /** Printed after the response, except with `--json`. */
  readonly notice?: string
}

export const toCliCommand = (command: OperatorCommand): CliCommand => ({
  ...command,
  run: async (input, { env, warn }) => {
    const [method = '', path = ''] = command.call.split(' ')
    const file = command.savesTo === undefined ? undefined : input.values[command.savesTo]
    const result = await sendCall(
      { method, path, fields: command.toFields(input), file, isForPartners: command.isForPartners === true },
      env
    )
    if (command.notice !== undefined) warn(command.notice)
    return result
  }
})

/** Returns any other text unchanged, so that the server rejects it by the name of its field. */
export const parseNumber = (text: string): number | string => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)
