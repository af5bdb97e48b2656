import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.js'
import { isDatabaseUnavailable } from '../../db/database-error.js'
import type { Database } from '../../db/schema/schema.js'
import { createGroupCommit } from '../../lib/group-commit.js'
import type { ServedMedia } from '../media/served-media.js'
import type { ProgressWriter } from './progress-report.js'
import { recordProgress } from './record-progress.js'

const MAX_BEATS_PER_COMMIT = 200
const COMMIT_INTERVAL_MS = 25

interface ProgressWriterOptions {
  db: Kysely<Database>
  config: Pick<Config, 'timezone'>
  servedMedia: ServedMedia
}

export const createProgressWriter = ({ db, config, servedMedia }: ProgressWriterOptions): ProgressWriter =>
  createGroupCommit({
    keyOf: ({ userId }) => userId,
    sizeOf: ({ watched }) => watched?.beats.length ?? 1,
    maxGroupSize: MAX_BEATS_PER_COMMIT,
    intervalMs: COMMIT_INTERVAL_MS,
    mayFailAlone: error => !isDatabaseUnavailable(error),
    async writeAll(reports) {
      if (reports.some(({ watched }) => watched !== null && watched.filmOwners !== null)) await servedMedia.flush()
      return recordProgress(db, reports, config.timezone)
    }
  })
