import { formatTable } from '../support/statistics.js'
import type { Timing } from './measure.js'

export interface Measured {
  dramas: number
  load: number
  timings: Timing[]
}

const SEARCH_LIMIT_MS = 50
/** Tolerance for noise from other processes on the machine. */
const GROWTH_TOLERANCE = 1.6
const NOISE_MS = 2

const formatSize = (dramas: number) => dramas.toLocaleString('en')

export function reportGrowth(measured: readonly Measured[]): string {
  const steps = pairSizes(measured)
  const head = [
    'ms, p50 / p99',
    ...measured.map(({ dramas }) => formatSize(dramas)),
    ...steps.map(([from, to]) => `p50 x${to.dramas / from.dramas}`)
  ]
  const rows = (measured[0]?.timings ?? []).map(({ name }) => [
    name,
    ...measured.map(({ timings }) => {
      const timing = timings.find(other => other.name === name)
      return `${timing?.p50.toFixed(1)} / ${timing?.p99.toFixed(1)}`
    }),
    ...steps.map(([from, to]) => p50Ratio(name, from, to).toFixed(2))
  ])
  const logarithms = ['log n', ...measured.map(() => ''), ...steps.map(step => logRatio(step).toFixed(2))]
  const busy = measured.map(({ load }) => `${(load * 100).toFixed(0)} %`).join(', ')
  return `${formatTable([head, ...rows, logarithms])}\n\n  Two requests at a time, each made three times, the best counts. Others used ${busy} of the machine.`
}

export function faultsOf(measured: readonly Measured[]): string[] {
  const slow = measured.flatMap(({ dramas, timings }) =>
    timings
      .filter(({ name, p99 }) => name === 'search' && p99 > SEARCH_LIMIT_MS)
      .map(
        ({ p99 }) => `search of ${formatSize(dramas)} dramas takes ${p99.toFixed(1)} ms at p99, not ${SEARCH_LIMIT_MS}`
      )
  )
  const growing = pairSizes(measured).flatMap(([from, to]) =>
    to.timings
      .filter(({ name, p50 }) => {
        const before = from.timings.find(other => other.name === name)?.p50 ?? 0
        return p50 > before * logRatio([from, to]) * GROWTH_TOLERANCE + NOISE_MS
      })
      .map(
        ({ name }) =>
          `${name} grows faster than log n from ${formatSize(from.dramas)} to ${formatSize(to.dramas)} dramas`
      )
  )
  return [...slow, ...growing]
}

type Step = [from: Measured, to: Measured]

const pairSizes = (measured: readonly Measured[]) =>
  measured.slice(1).map((to, index): Step => [measured[index] as Measured, to])

const logRatio = ([from, to]: Step) => Math.log(to.dramas) / Math.log(from.dramas)

function p50Ratio(name: string, from: Measured, to: Measured): number {
  const p50 = ({ timings }: Measured) => timings.find(timing => timing.name === name)?.p50 ?? Number.NaN
  return p50(to) / p50(from)
}
