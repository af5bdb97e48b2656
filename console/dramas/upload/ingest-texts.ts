import type { PartMessages } from '../../i18n/parts.js'

interface IngestText {
  key: keyof PartMessages['console-uploads']
  parameters: Readonly<Record<string, string>>
}

type Pattern = readonly [RegExp, IngestText['key']]

/** Lines that `drama ingest` prints, see tools/ingest. */
const steps: readonly Pattern[] = [
  [/^.*: (?<count>\d+) episodes in (?<qualities>[^/]+)$/, 'step_begin'],
  [
    /^ {2}episode (?<no>\d+)(?:\/\d+)? {2}(?<file>.+) {2}(?<seconds>[\d.]+) s, \d+ qualities, only (?<size>\d+x\d+): enlarged {2}in (?<elapsed>[\d.]+) s$/,
    'step_enlarged'
  ],
  [
    /^ {2}episode (?<no>\d+)(?:\/\d+)? {2}(?<file>.+) {2}(?<seconds>[\d.]+) s, \d+ qualities {2}in (?<elapsed>[\d.]+) s$/,
    'step_episode'
  ],
  [/: unchanged, nothing to do /, 'step_unchanged'],
  [/^(?<file>.+) is not used: the package keeps its own$/, 'step_unused'],
  [/: (?:\d+ episodes published in|published to) .* in (?<elapsed>[\d.]+) s$/, 'step_published']
]

const causes: readonly Pattern[] = [
  [/^(?<file>.+): broken or not a video /, 'cause_broken'],
  [/^(?<file>.+): cut short, (?<seconds>[\d.]+) s of (?<all>[\d.]+) s play$/, 'cause_cut'],
  [/^(?<file>.+): the file is empty$/, 'cause_empty'],
  [/^(?<file>.+): (?:no cues in it|does not begin with WEBVTT)/, 'cause_captions'],
  [/^(?<file>.+): there is no episode (?<no>\d+)$/, 'cause_no_episode'],
  [/^episode (?<no>\d+): its number in the package .* is now episode (?<other>\d+)$/, 'cause_moved'],
  [/^stopped; nothing was published$/, 'cause_stopped'],
  [/^ingest ended with code (?<code>\w+)$/, 'cause_code'],
  [/^(?<file>[^/:]+\.[a-z0-9]{2,4}): /i, 'cause_file']
]

function match(patterns: readonly Pattern[], line: string): IngestText | null {
  for (const [pattern, key] of patterns) {
    const found = pattern.exec(line)
    if (found !== null) return { key, parameters: { ...found.groups } }
  }
  return null
}

/** Null for a line of ffmpeg. */
export const readIngestStep = (line: string): IngestText | null => match(steps, line)

/** Null for a failure whose kind says all. */
export const readIngestCause = (failure: string): IngestText | null => match(causes, failure)

const amounts = ['count', 'seconds', 'all', 'elapsed']

/** Amounts in the form of the language; names and numbers of episodes as they are. */
export const toShownNumbers = (
  parameters: IngestText['parameters'],
  format: (amount: number) => string
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, amounts.includes(name) ? format(Number(value)) : value])
  )
