export interface CacheCounts {
  hits: number
  misses: number
  bytes(): number
}
