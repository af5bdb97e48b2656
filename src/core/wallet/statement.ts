import type { StatementTxn } from '../../../contract/wallet.js'
import type { Clock } from '../environment.js'
import { toJson } from '../lib/json.js'
import type { TextFile } from '../lib/text-file.js'
import type { Api } from '../request/api.js'
import { TOO_MANY_ATTEMPTS_CODE } from '../request/error-codes.js'
import { BusinessError } from '../request/request-error.js'
import { retry } from '../request/retry.js'

/** In epoch ms; `to` is exclusive. */
export interface DateSpan {
  from?: number
  to?: number
}

export interface Month extends DateSpan {
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
  signal: AbortSignal
}

const PAGE_SIZE = 200
/** The server allows thirty pages a minute. */
const RETRY_DELAYS_MS = Array<number>(30).fill(2500)

export async function* readStatement(
  source: StatementSource,
  span: DateSpan,
  format: StatementFormat = 'json'
): AsyncGenerator<StatementPage> {
  const { api, signal } = source
  let cursor: string | undefined
  do {
    const page = await retryWhenThrottled(source, () =>
      api.get('/wallet/statement', { ...span, format, cursor, page_size: PAGE_SIZE }, { isQuiet: true, signal })
    )
    yield page
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

export function retryWhenThrottled<Answer>(
  { clock, signal }: Pick<StatementSource, 'clock' | 'signal'>,
  call: () => Promise<Answer>
): Promise<Answer> {
  const isThrottled = (error: unknown) => error instanceof BusinessError && error.code === TOO_MANY_ATTEMPTS_CODE
  return retry(clock, RETRY_DELAYS_MS, error => isThrottled(error) && !signal.aborted, call)
}

export async function createStatementFile(
  source: StatementSource,
  month: Month | undefined,
  format: StatementFormat,
  zone: string
): Promise<TextFile | undefined> {
  const span = month && { from: month.from, to: month.to }
  const name = `drama-statement-${month?.name ?? 'all'}.${format}`
  const transactions: StatementTxn[] = []
  let csv = ''
  for await (const page of readStatement(source, span ?? {}, format)) {
    transactions.push(...page.list)
    csv += page.csv ?? ''
  }
  if (format === 'csv') {
    const isEmpty = csv.split('\r\n', 3).filter(Boolean).length < 2
    return isEmpty ? undefined : { name, type: 'text/csv', text: csv }
  }
  if (transactions.length === 0) return undefined
  const toIsoTime = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString())
  const head = { from: toIsoTime(month?.from), to: toIsoTime(month?.to), months_in: zone }
  return { name, type: 'application/json', text: `${toJson({ ...head, transactions }, 2)}\n` }
}

export function monthsSince(first: number, now: number): Month[] {
  const months: Month[] = []
  const last = new Date(now)
  for (let monthsBack = 0; ; monthsBack++) {
    const start = new Date(last.getFullYear(), last.getMonth() - monthsBack, 1)
    const to = new Date(start.getFullYear(), start.getMonth() + 1, 1).getTime()
    if (monthsBack > 0 && to <= first) return months
    const no = String(start.getMonth() + 1).padStart(2, '0')
    months.push({ name: `${start.getFullYear()}-${no}`, from: start.getTime(), to })
  }
}
