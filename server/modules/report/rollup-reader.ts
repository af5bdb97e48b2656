import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { readKeyLines } from './key-queries.js'
import type { LineReader } from './line-reader.js'
import { readBucketLines, readCampaignLines, readTotalLines } from './rollup-queries.js'

export const createRollupReader = (trx: Transaction<Database>): LineReader => ({
  readTotalLines: span => readTotalLines(trx, span),
  readCampaignLines: span => readCampaignLines(trx, span),
  readBucketLines: (lpids, buckets) => readBucketLines(trx, lpids, buckets),
  readKeyLines: (grouping, query) => readKeyLines(trx, grouping, query)
})
