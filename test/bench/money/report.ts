import { availableParallelism } from 'node:os'
import type { LedgerAudit } from '../../server/support/ledger-audit.js'
import type { Cpu } from '../support/process-cpu.js'
import { formatTable, shareOf } from '../support/statistics.js'
import type { Seen } from './drive.js'

export interface Measured {
  name: string
  load: number
  seen: Seen
  cpu: Cpu | null
  books: LedgerAudit
  payments: number
}

/** Unlocks per second. A slower run does not fail, because the result depends on the machine. */
const UNLOCKS_PER_SECOND_GOAL = 400

const perSecond = (count: number, { seconds }: Seen) => (count / seconds).toFixed(0)

export function report(measured: readonly Measured[]): string {
  const head = ['', 'unlocks/s', 'ms, p50 / p99', 'reads/s', 'ms, p50 / p99', 'errors', 'others used']
  const rows = measured.map(({ name, load, seen }) => [
    name,
    perSecond(seen.unlockTimes.length, seen),
    formatTimes(seen.unlockTimes),
    perSecond(seen.readTimes.length, seen),
    formatTimes(seen.readTimes),
    `${seen.errors.length}`,
    `${(load * 100).toFixed(0)} %`
  ])
  const reached = measured.map(
    ({ name, seen }) =>
      `${name} ${((seen.unlockTimes.length / seen.seconds / UNLOCKS_PER_SECOND_GOAL) * 100).toFixed(0)} %`
  )
  const goal = `  of the goal of ${UNLOCKS_PER_SECOND_GOAL} unlocks a second: ${reached.join(', ')}`
  return [formatTable([head, ...rows]), goal, describeGrowth(measured), ...measured.map(describe)].join('\n\n')
}

/** What more servers add as long as there are cores for them. */
function describeGrowth([first, ...others]: readonly Measured[]): string {
  const rate = ({ seen }: Measured) => seen.unlockTimes.length / seen.seconds
  const growth = others.map(
    other => `${other.name} ${(first === undefined ? 0 : rate(other) / rate(first)).toFixed(2)}`
  )
  return `  times as many as ${first?.name}, on ${availableParallelism()} cores: ${growth.join(', ')}`
}

const formatTimes = (times: readonly number[]) =>
  `${shareOf(times, 0.5).toFixed(1)} / ${shareOf(times, 0.99).toFixed(1)}`

function formatCpu({ cpu, payments }: Measured): string {
  if (cpu === null) return ''
  const each = (seconds: number) => ((seconds * 1000) / payments).toFixed(2)
  const whole = cpu.servers + cpu.postgres + cpu.generator
  const parts = `servers ${each(cpu.servers)}, Postgres ${each(cpu.postgres)}, the bench itself ${each(cpu.generator)}`
  return `\n    processor ms a payment: ${each(whole)} (${parts})`
}

function describe(measured: Measured): string {
  const { name, seen, books, payments } = measured
  const codes = [...seen.codes].sort(([one], [other]) => one - other).map(([code, count]) => `${code}: ${count}`)
  const audit = `${payments} payments, ${books.transactions} transactions of ${books.users} users, ${books.entries} entries`
  return `  ${name}: answers by code ${codes.join(', ')}\n    audit: ${audit}; ${books.faults.length} faults${formatCpu(measured)}`
}

export function faultsOf({ name, seen, books, payments }: Measured): string[] {
  const faults = [...books.faults]
  if (payments !== seen.charged) faults.push(`${seen.charged} unlocks were answered, ${payments} are in the ledger`)
  for (const error of new Set(seen.errors)) faults.push(error)
  return faults.map(fault => `${name}: ${fault}`)
}
