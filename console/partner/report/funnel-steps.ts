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

/** `rate` is the share of the step `of`, null for the first step and after an empty one. */
export interface FunnelStep {
  name: FunnelStepName
  of: FunnelStepName | null
  count: number
  rate: number | null
  before: { count: number; rate: number | null } | null
}

/** Usually the step before. A paywall does not follow the end of the same episode, and there are often more of them. */
const stepBefore = (index: number) => (funnelSteps[index] === 'paywalls' ? 'starts' : (funnelSteps[index - 1] ?? null))

export function listFunnelSteps(now: ReportNumbers, before: ReportNumbers | null): FunnelStep[] {
  return funnelSteps.map((name, index) => {
    const of = stepBefore(index)
    const rateOf = (numbers: ReportNumbers) => (of === null || numbers[of] === 0 ? null : numbers[name] / numbers[of])
    return {
      name,
      of,
      count: now[name],
      rate: rateOf(now),
      before: before === null ? null : { count: before[name], rate: rateOf(before) }
    }
  })
}

/** Below it a share says little. */
const MIN_COUNT = 10
const MIN_FALL = 0.15

/** The step whose share has fallen most against the compared period. Refunds are no loss. */
export function findBrokenStep(steps: readonly FunnelStep[]): FunnelStep | null {
  const fallen = steps.filter(step => {
    const { name, of, rate, before } = step
    const previous = steps.find(one => one.name === of)?.before?.count ?? 0
    return name !== 'refunds' && rate !== null && before?.rate && previous >= MIN_COUNT && changeOf(step) <= -MIN_FALL
  })
  return fallen.sort((one, other) => changeOf(one) - changeOf(other))[0] ?? null
}

export const changeOf = ({ rate, before }: FunnelStep) => (rate === null || !before?.rate ? 0 : rate / before.rate - 1)
