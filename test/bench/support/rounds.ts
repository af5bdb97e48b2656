const DEFAULT_ROUNDS = 7

/** Reads BENCH_ROUNDS, and ends the process if it is not a whole number above 0. */
export function readRounds(): number {
  const rounds = Number(process.env.BENCH_ROUNDS ?? DEFAULT_ROUNDS)
  if (Number.isInteger(rounds) && rounds > 0) return rounds
  console.error(`BENCH_ROUNDS: "${process.env.BENCH_ROUNDS}" is not a whole number above 0`)
  process.exit(1)
}
