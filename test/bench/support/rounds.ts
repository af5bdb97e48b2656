const DEFAULT_ROUNDS = 7

/** Reads BENCH_ROUNDS, and ends the process if it is not a whole number above 0. */
export const readRounds = (): number => readCount('BENCH_ROUNDS', DEFAULT_ROUNDS)

/** Reads BENCH_WATCHED_ROUNDS in the same way. By default all rounds are watched. */
export const readWatchedRounds = (rounds: number): number => readCount('BENCH_WATCHED_ROUNDS', rounds)

function readCount(name: string, fallback: number): number {
  const count = Number(process.env[name] ?? fallback)
  if (Number.isInteger(count) && count > 0) return count
  console.error(`${name}: "${process.env[name]}" is not a whole number above 0`)
  process.exit(1)
}
