// The viewer's ledger as a file of their own, and page by page for whoever checks it.

import type { StatementTxn } from '../../../contract/wallet.js'
import type { Clock } from '../environment.js'
import { toJson } from '../lib/json.js'
import type { Api } from '../request/api.js'
import { BusinessError } from '../request/request-error.js'
import { retry } from '../request/retry.js'

/** Epoch ms; `to` is not part of it. Without either: from the first transaction, to the last. */
export interface DateSpan {
  from?: number
  to?: number
}

export interface Month extends DateSpan {
  /** `2026-11`. */
  name: string
  from: number
  to: number
}

export type StatementFormat = 'csv' | 'json'

export interface StatementPage {
  list: readonly StatementTxn[]
  csv: string | null
}

export interface StatementSource {
  api: Api
  clock: Clock
  /** Ends the reading, which then rejects. */
  signal: AbortSignal
}

const PAGE_SIZE = 200
/** The server gives thirty pages a minute: whoever has more waits, in ms, and not for ever. */
const RETRY_DELAYS_MS = Array<number>(30).fill(2500)
const TOO_MANY_REQUESTS = 4502

/** Every page of a stretch, oldest first. */
export async function* readStatement(
  source: StatementSource,
  stretch: DateSpan,
  format: StatementFormat = 'json'
): AsyncGenerator<StatementPage> {
  const { api, signal } = source
  let cursor: string | undefined
  do {
    const page = await retryWhenThrottled(source, () =>
      api.get('/wallet/statement', { ...stretch, format, cursor, page_size: PAGE_SIZE }, { isQuiet: true, signal })
    )
    yield page
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** Asks again for a while where the server says that it is asked too often. */
export function retryWhenThrottled<Answer>(
  { clock, signal }: Pick<StatementSource, 'clock' | 'signal'>,
  ask: () => Promise<Answer>
): Promise<Answer> {
  const isTooOften = (error: unknown) => error instanceof BusinessError && error.code === TOO_MANY_REQUESTS
  return retry(clock, RETRY_DELAYS_MS, error => isTooOften(error) && !signal.aborted, ask)
}

/** What a file is called, and what stands in it; undefined for a stretch in which nothing moved. */
export interface StatementFile {
  name: string
  type: string
  text: string
}

/** Joins all pages. `zone` is the time zone that months are counted in, for whoever reads the file. */
export async function writeStatement(
  source: StatementSource,
  month: Month | undefined,
  format: StatementFormat,
  zone: string
): Promise<StatementFile | undefined> {
  const stretch = month && { from: month.from, to: month.to }
  const name = `drama-statement-${month?.name ?? 'all'}.${format}`
  const transactions: StatementTxn[] = []
  let csv = ''
  for await (const page of readStatement(source, stretch ?? {}, format)) {
    transactions.push(...page.list)
    csv += page.csv ?? ''
  }
  if (format === 'csv') {
    const isEmpty = csv.split('\r\n', 3).filter(Boolean).length < 2
    return isEmpty ? undefined : { name, type: 'text/csv', text: csv }
  }
  if (transactions.length === 0) return undefined
  const inWords = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString())
  const head = { from: inWords(month?.from), to: inWords(month?.to), months_in: zone }
  return { name, type: 'application/json', text: `${toJson({ ...head, transactions }, 2)}\n` }
}

/** From the month of `now` back to that of `first`, both epoch ms, by the device's days. */
export function monthsSince(first: number, now: number): Month[] {
  const months: Month[] = []
  const last = new Date(now)
  for (let back = 0; ; back++) {
    const begin = new Date(last.getFullYear(), last.getMonth() - back, 1)
    const to = new Date(begin.getFullYear(), begin.getMonth() + 1, 1).getTime()
    if (back > 0 && to <= first) return months
    const no = String(begin.getMonth() + 1).padStart(2, '0')
    months.push({ name: `${begin.getFullYear()}-${no}`, from: begin.getTime(), to })
  }
}
