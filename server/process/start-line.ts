/** Runs one step of the start and prints it with the time it took: `✓ database  PGlite in .data/pg  812 ms`. */
export async function step<Result>(
  name: string,
  run: () => Promise<Result>,
  describe: (result: Result) => string
): Promise<Result> {
  const startedAt = performance.now()
  const result = await run()
  const took = Math.round(performance.now() - startedAt)
  console.log(`✓ ${name.padEnd(10)} ${describe(result)}  ${took} ms`)
  return result
}
