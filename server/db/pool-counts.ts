/** `waiting` counts who waits for a connection. */
export interface PoolCounts {
  total: number
  idle: number
  waiting: number
  max: number
}
