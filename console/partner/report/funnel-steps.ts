import type { ReportNumbers } from './report-rows.js'

export const funnelSteps = [
  'visits',
  'starts',
  'q25',
  'q50',
  'q75',
  'completes',
  'paywalls',
  'checkouts',
  'purchases',
  'refunds'
] as const
export type FunnelStepName = (typeof funnelSteps)[number]

/** `rate` is the share of the step before, null for the first step and after an empty one. */
export interface FunnelStep {
  name: FunnelStepName
  count: number
  rate: number | null
  before: { count: number; rate: number | null } | null
}

export function listFunnelSteps(now: ReportNumbers, before: ReportNumbers | null): FunnelStep[] {
  const rateOf = (numbers: ReportNumbers, index: number) => {
    const [name, last] = [funnelSteps[index], funnelSteps[index - 1]]
    if (name === undefined || last === undefined || numbers[last] === 0) return null
    return numbers[name] / numbers[last]
  }
  return funnelSteps.map((name, index) => ({
    name,
    count: now[name],
    rate: rateOf(now, index),
    before: before === null ? null : { count: before[name], rate: rateOf(before, index) }
  }))
}

/** Below it a share says little. */
const MIN_COUNT = 10
const MIN_FALL = 0.15

/** The step whose share of the one before has fallen most against the compared period. Refunds are no loss. */
export function findBrokenStep(steps: readonly FunnelStep[]): FunnelStep | null {
  const fallen = steps.filter((step, index) => {
    const { name, rate, before } = step
    const previous = steps[index - 1]?.before?.count ?? 0
    return name !== 'refunds' && rate !== null && before?.rate && previous >= MIN_COUNT && changeOf(step) <= -MIN_FALL
  })
  return fallen.sort((one, other) => changeOf(one) - changeOf(other))[0] ?? null
}

export const changeOf = ({ rate, before }: FunnelStep) => (rate === null || !before?.rate ? 0 : rate / before.rate - 1)
