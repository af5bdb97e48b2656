import { toLoggedError } from '../../lib/log.js'
import { type SampleOptions, type SampleResult, writeSampleActivity } from './sample-activity.js'

/** Writes in the background, and says on the console what was written. */
export function startSampleActivity(options: SampleOptions): void {
  const startedAt = performance.now()
  writeSampleActivity(options).then(
    result => {
      if (result.type === 'written') console.log(describeSample(result, performance.now() - startedAt))
    },
    error => options.log.error({ error: toLoggedError(error) }, 'the sample activity cannot be written')
  )
}

export const describeSample = ({ visits, orders }: Extract<SampleResult, { type: 'written' }>, ms: number) =>
  `✓ activity   ${visits} visits and ${orders} orders of two weeks, as a sample  ${Math.round(ms)} ms`
