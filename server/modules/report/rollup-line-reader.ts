import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { readKeyLines } from './key-queries.js'
import type { ReportLineReader } from './report-line-reader.js'
import { readBucketLines, readCampaignLines, readTotalLines } from './rollup-queries.js'

export const createRollupLineReader = (trx: Transaction<Database>): ReportLineReader => ({
  readTotalLines: span => readTotalLines(trx, span),
  readCampaignLines: span => readCampaignLines(trx, span),
  readBucketLines: (lpids, buckets) => readBucketLines(trx, lpids, buckets),
  readKeyLines: (grouping, query) => readKeyLines(trx, grouping, query)
})
