import type { JobMonitor } from '../../lib/background-job.js'
import { runTraced, type Tracer } from '../../lib/tracing.js'
import type { Metrics } from './metrics.js'

/** Counts the runs of jobs. With a tracer, the calls of a run to other servers become traces. */
export function createJobMonitor({ jobRuns, jobDurations }: Metrics, tracer: Tracer | null): JobMonitor {
  return {
    register: job => {
      for (const result of ['succeeded', 'failed']) jobRuns.inc({ background_job: job, result }, 0)
    },
    run: async (job, work) => {
      const startedAt = performance.now()
      let result = 'failed'
      try {
        await runTraced(tracer, work)
        result = 'succeeded'
      } finally {
        jobRuns.inc({ background_job: job, result })
        jobDurations.observe({ background_job: job }, (performance.now() - startedAt) / 1000)
      }
    }
  }
}
