import type { Clock } from './clock.js'

const DAY_MS = 86_400_000

export interface RoundStep {
  /** What the step has done. */
  count: number
  /** The key to continue after; null after the last one. */
  next: string | null
}

/**
 * Goes through the keys of a table once a day, in steps. Each call of the returned function takes at most `maxSteps`
 * steps and returns the sum of their counts.
 */
export function createDailyRound(
  clock: Clock,
  maxSteps: number,
  step: (after: string) => Promise<RoundStep>
): (isStopped: () => boolean) => Promise<number> {
  let after = ''
  let startsAt = Number.NEGATIVE_INFINITY
  return async isStopped => {
    let sum = 0
    for (let steps = 0; steps < maxSteps && !isStopped() && clock.now() >= startsAt; steps++) {
      const { count, next } = await step(after)
      sum += count
      after = next ?? ''
      if (next === null) startsAt = clock.now() + DAY_MS
    }
    return sum
  }
}
