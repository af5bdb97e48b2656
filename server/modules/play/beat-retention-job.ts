import { type DeletionJobOptions, startDailyDeletionJob } from '../clock/daily-deletion-job.js'
import { BEAT_RETENTION_MS, deleteOldBeats } from './beat-retention.js'

export const startBeatRetentionJob = (options: DeletionJobOptions) =>
  startDailyDeletionJob(options, {
    name: 'beat_retention',
    rows: 'beats',
    // 50,000 users.
    maxStatements: 100,
    deleteSome: (db, now, after) => deleteOldBeats(db, new Date(now.getTime() - BEAT_RETENTION_MS), after)
  })
