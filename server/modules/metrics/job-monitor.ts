import type { JobMonitor } from '../../lib/background-job.js'
import { type Clock, systemClock } from '../../lib/clock.js'
import { toLoggedError } from '../../lib/log.js'
import { runTraced, type Tracer } from '../../lib/tracing.js'
import type { JobState, Metrics } from './metrics.js'

const MAX_FAILURE_LENGTH = 300

/** Counts the runs of jobs. With a tracer, the calls of a run to other servers become traces. */
export function createJobMonitor(
  { jobRuns, jobDurations, jobStates }: Pick<Metrics, 'jobRuns' | 'jobDurations' | 'jobStates'>,
  tracer: Tracer | null,
  clock: Clock = systemClock
): JobMonitor {
  const findState = (job: string): JobState => {
    const known = jobStates.get(job)
    if (known !== undefined) return known
    const state = { lastRunAt: null, lastRunMs: null, lastFailureAt: null, lastFailure: null, failures: 0 }
    jobStates.set(job, state)
    return state
  }
  return {
    register: job => {
      findState(job)
      for (const result of ['succeeded', 'failed']) jobRuns.inc({ background_job: job, result }, 0)
    },
    run: async (job, work) => {
      const startedAt = performance.now()
      const state = findState(job)
      let result = 'failed'
      try {
        await runTraced(tracer, work)
        result = 'succeeded'
      } catch (error) {
        state.failures++
        state.lastFailureAt = new Date(clock.now())
        state.lastFailure = toFailureText(error)
        throw error
      } finally {
        const durationMs = performance.now() - startedAt
        state.lastRunAt = new Date(clock.now())
        state.lastRunMs = Math.round(durationMs)
        jobRuns.inc({ background_job: job, result })
        jobDurations.observe({ background_job: job }, durationMs / 1000)
      }
    }
  }
}

const toFailureText = (error: unknown) => `${toLoggedError(error).message ?? error}`.slice(0, MAX_FAILURE_LENGTH)
