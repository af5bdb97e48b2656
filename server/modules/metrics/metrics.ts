import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { PACKAGE_VERSION } from '../../lib/package-version.js'
import { createPlaybackMeasures, type PlaybackMeasures } from '../playback/playback-measures.js'
import { createRequestMetrics, type RequestMetrics } from './request-metrics.js'

/** Of one server, because the servers of a test share a process. Labels have few values, and never an id. */
export interface Metrics {
  registry: Registry
  requests: RequestMetrics
  rateLimited: Counter<'limit'>
  unlocks: Counter<'result'>
  orders: Counter<'provider' | 'result'>
  signIns: Counter<'method'>
  uploads: Counter<'result'>
  imageDecodes: Histogram
  postbacks: Counter<'receiver' | 'result'>
  pushMessages: Counter<'result'>
  mediaBytes: Counter<'kind'>
  firstFrames: Histogram
  /** Kept in the database, so that percentiles of a day survive a restart. */
  playback: PlaybackMeasures
  queries: Histogram
  jobRuns: Counter<'background_job' | 'result'>
  jobDurations: Histogram<'background_job'>
  jobStates: Map<string, JobState>
}

export interface JobState {
  lastRunAt: Date | null
  lastRunMs: number | null
  lastFailureAt: Date | null
  lastFailure: string | null
  failures: number
}

const FIRST_FRAME_BUCKETS_S = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 30]
const QUERY_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const DECODE_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
const JOB_BUCKETS_S = [0.01, 0.1, 1, 10, 60, 600]

const postbackReceivers = ['partner', 'meta', 'tiktok'] as const
export type PostbackReceiver = (typeof postbackReceivers)[number]
const postbackResults = ['delivered', 'retried', 'failed'] as const
const pushResults = ['sent', 'gone', 'later', 'refused'] as const
const uploadResults = ['stored', 'refused'] as const

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const postbacks = new Counter({
    name: 'drama_postback_attempts_total',
    help: 'Calls to partners and ad networks; failed: not taken, and not tried again.',
    labelNames: ['receiver', 'result'],
    registers
  })
  const uploads = new Counter({
    name: 'drama_uploads_total',
    help: 'Screenshots, stored or refused as unreadable.',
    labelNames: ['result'],
    registers
  })
  const pushMessages = new Counter({
    name: 'drama_push_messages_total',
    help: 'Answers of push services.',
    labelNames: ['result'],
    registers
  })
  // A series that begins with its first failure has no increase that an alert could notice.
  for (const receiver of postbackReceivers) for (const result of postbackResults) postbacks.inc({ receiver, result }, 0)
  for (const result of pushResults) pushMessages.inc({ result }, 0)
  for (const result of uploadResults) uploads.inc({ result }, 0)
  new Gauge({
    name: 'drama_build_info',
    help: 'Always 1; the label is the version of the server.',
    labelNames: ['version'],
    registers
  }).set({ version: PACKAGE_VERSION }, 1)
  return {
    registry,
    postbacks,
    pushMessages,
    uploads,
    requests: createRequestMetrics(registry),
    rateLimited: new Counter({
      name: 'drama_http_rate_limited_total',
      help: 'Requests that a rate limit refused.',
      labelNames: ['limit'],
      registers
    }),
    unlocks: new Counter({
      name: 'drama_unlocks_total',
      help: 'Decisions on unlock requests. A repeated request counts once.',
      labelNames: ['result'],
      registers
    }),
    orders: new Counter({
      name: 'drama_orders_total',
      help: 'Orders created, and what their providers reported since.',
      labelNames: ['provider', 'result'],
      registers
    }),
    signIns: new Counter({
      name: 'drama_sign_ins_total',
      help: 'Sessions that were opened.',
      labelNames: ['method'],
      registers
    }),
    imageDecodes: new Histogram({
      name: 'drama_image_decode_duration_seconds',
      help: 'Decoding of a screenshot, with the wait for its turn.',
      buckets: DECODE_BUCKETS_S,
      registers
    }),
    mediaBytes: new Counter({
      name: 'drama_media_sent_bytes_total',
      help: 'Bytes of media in responses. What a bucket or CDN sends is not counted.',
      labelNames: ['kind'],
      registers
    }),
    firstFrames: new Histogram({
      name: 'drama_first_frame_seconds',
      help: 'From showing an episode to its first frame, as browsers report it.',
      buckets: FIRST_FRAME_BUCKETS_S,
      registers
    }),
    playback: createPlaybackMeasures(),
    jobStates: new Map(),
    queries: new Histogram({
      name: 'drama_database_query_duration_seconds',
      help: 'Statements, from sending to the last row.',
      buckets: QUERY_BUCKETS_S,
      registers
    }),
    // The label `job` is Prometheus's own.
    jobRuns: new Counter({
      name: 'drama_job_runs_total',
      help: 'Runs of background jobs.',
      labelNames: ['background_job', 'result'],
      registers
    }),
    jobDurations: new Histogram({
      name: 'drama_job_duration_seconds',
      help: 'Duration of the runs of background jobs.',
      labelNames: ['background_job'],
      buckets: JOB_BUCKETS_S,
      registers
    })
  }
}
