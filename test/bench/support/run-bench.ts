export async function runBench(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    console.error(`✗ bench     ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}
