import type { ReportGrouping } from './dimensions.js'
import type { KeyedLine, KeyQuery } from './key-queries.js'
import type { ReportPeriodBucket } from './period.js'
import type { ReportLine, ReportSpan } from './rollup-queries.js'

/** Counts of facts, from the rollups or from the archive: the same numbers. */
export interface ReportLineReader {
  readTotalLines(span: ReportSpan): Promise<ReportLine[]>
  readCampaignLines(span: ReportSpan): Promise<(ReportLine & { lpid: string })[]>
  /** The buckets must be adjacent; `bucket_index` is the index of a bucket. */
  readBucketLines(
    lpids: readonly string[],
    buckets: readonly ReportPeriodBucket[]
  ): Promise<(ReportLine & { bucket_index: number })[]>
  /** Returns lines with numbers only, of at most `limit` rows. */
  readKeyLines(grouping: ReportGrouping, query: KeyQuery): Promise<KeyedLine[]>
}
