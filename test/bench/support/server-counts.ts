import { hasCores } from './pin-to-core.js'

const COUNTS = [1, 2, 4]

/** The numbers of servers of BENCH_SERVERS; otherwise 1 and 2, and 4 where each has a core of its own. */
export function readServerCounts(): number[] {
  const given = process.env.BENCH_SERVERS
  const counts = given?.split(',').map(Number) ?? COUNTS.filter(count => count <= 2 || hasCores(count))
  if (counts.every(count => Number.isInteger(count) && count >= 1)) return counts
  throw new Error('BENCH_SERVERS: numbers of servers, as in 1,2,4')
}
