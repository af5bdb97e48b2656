export interface AcceptedValues {
  readonly description: string
  readonly choices?: readonly string[]
}

export interface CliCommandDescription {
  /** Words of the command below its group, then its arguments: `<required>`, `[optional]`, `[repeated...]`. */
  readonly usage: string
  readonly description: string
  /** By the name in `usage`. */
  readonly arguments?: Readonly<Record<string, AcceptedValues>>
  /** By its flags: `--expires <date>`. */
  readonly options?: Readonly<Record<string, AcceptedValues>>
  /** Shown in the help as a list, because one argument takes them all: the settings of a campaign. */
  readonly settings?: Readonly<Record<string, string>>
  /** What follows the name of the group. */
  readonly examples?: readonly string[]
}

export interface CliInput {
  /** By the name in `usage`; never empty if the argument is optional. */
  readonly values: Readonly<Record<string, string | undefined>>
  /** Words of the repeated argument. */
  readonly words: readonly string[]
  /** By its flag without dashes: `audio-kbps`. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>
}

export interface CliContext {
  readonly env: NodeJS.ProcessEnv
  /** Prints a line of progress at once; prints nothing with `--json`. */
  readonly log: (line: string) => void
  /** As `log`, on the error output. */
  readonly warn: (line: string) => void
}

export interface CliResult {
  /** Printed with `--json`. */
  readonly data: unknown
  /** Printed without `--json`, as a table or list, instead of `data`. */
  readonly shown?: unknown
  /** Printed without `--json`, instead of `shown`. */
  readonly text?: string
  readonly exitCode?: number
}

export interface CliCommand extends CliCommandDescription {
  readonly run: (input: CliInput, context: CliContext) => Promise<CliResult>
}

export interface CliGroup {
  readonly name: string
  readonly description: string
  /** Descriptions of the words between the group and its commands. */
  readonly topics?: Readonly<Record<string, string>>
  /** Ends the help of the group and of its commands. */
  readonly notes?: string
  readonly loadCommands: () => Promise<readonly CliCommand[]>
}

/** `path` has the words of `usage` before the first argument. */
export function splitUsage(usage: string): { path: string[]; argumentNames: string[] } {
  const words = usage.split(' ').filter(word => word !== '')
  const isArgument = (word: string) => /^[<[]/.test(word)
  return { path: words.filter(word => !isArgument(word)), argumentNames: words.filter(isArgument) }
}

/** With its options, as docs print it. */
export function formatUsage({ usage, options = {} }: CliCommandDescription): string {
  return [usage, ...Object.keys(options).map(flags => `[${flags}]`)].filter(part => part !== '').join(' ')
}
