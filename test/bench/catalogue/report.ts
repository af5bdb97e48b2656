import { formatTable } from '../support/statistics.js'
import type { Timing } from './measure.js'

/** What one size of catalogue came to. */
export interface Measured {
  dramas: number
  /** How busy others kept the machine before the measurement, 0 to 1. */
  load: number
  timings: Timing[]
}

/** A search must be answered within this, in ms, in 99 of 100 cases, however large the catalogue. */
const SEARCH_LIMIT = 50
/** Measurements on a machine that others use differ by as much. */
const SLACK = 1.6
/** Below this, in ms, a difference says nothing. */
const NOISE = 2

const size = (dramas: number) => dramas.toLocaleString('en')

export function reportGrowth(measured: readonly Measured[]): string {
  const steps = stepsOf(measured)
  const head = [
    'ms, p50 / p99',
    ...measured.map(({ dramas }) => size(dramas)),
    ...steps.map(([from, to]) => `p50 x${to.dramas / from.dramas}`)
  ]
  const rows = (measured[0]?.timings ?? []).map(({ name }) => [
    name,
    ...measured.map(({ timings }) => {
      const timing = timings.find(other => other.name === name)
      return `${timing?.p50.toFixed(1)} / ${timing?.p99.toFixed(1)}`
    }),
    ...steps.map(([from, to]) => ratioOf(name, from, to).toFixed(2))
  ])
  const logarithms = ['log n', ...measured.map(() => ''), ...steps.map(step => logRatio(step).toFixed(2))]
  const busy = measured.map(({ load }) => `${(load * 100).toFixed(0)} %`).join(', ')
  return `${formatTable([head, ...rows, logarithms])}\n\n  Two requests at a time, each made three times, the best counts. Others used ${busy} of the machine.`
}

/** What is slower than promised, in words. */
export function faultsOf(measured: readonly Measured[]): string[] {
  const slow = measured.flatMap(({ dramas, timings }) =>
    timings
      .filter(({ name, p99 }) => name === 'search' && p99 > SEARCH_LIMIT)
      .map(({ p99 }) => `search of ${size(dramas)} dramas takes ${p99.toFixed(1)} ms at p99, not ${SEARCH_LIMIT}`)
  )
  const growing = stepsOf(measured).flatMap(([from, to]) =>
    to.timings
      .filter(({ name, p50 }) => {
        const before = from.timings.find(other => other.name === name)?.p50 ?? 0
        return p50 > before * logRatio([from, to]) * SLACK + NOISE
      })
      .map(({ name }) => `${name} grows faster than log n from ${size(from.dramas)} to ${size(to.dramas)} dramas`)
  )
  return [...slow, ...growing]
}

type Step = [from: Measured, to: Measured]

const stepsOf = (measured: readonly Measured[]) =>
  measured.slice(1).map((to, index): Step => [measured[index] as Measured, to])

const logRatio = ([from, to]: Step) => Math.log(to.dramas) / Math.log(from.dramas)

function ratioOf(name: string, from: Measured, to: Measured): number {
  const p50 = ({ timings }: Measured) => timings.find(timing => timing.name === name)?.p50 ?? Number.NaN
  return p50(to) / p50(from)
}
