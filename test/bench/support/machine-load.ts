import os from 'node:os'

/** A measurement with more load from other processes is not reliable. */
export const BUSY_LIMIT = 0.25

const WINDOW_MS = 250

/** Load of other processes while this bench waits, from 0 (idle) to 1. */
export async function measureForeignLoad(): Promise<number> {
  const before = readProcessors()
  await new Promise(resolve => setTimeout(resolve, WINDOW_MS))
  const after = readProcessors()
  return 1 - (after.idle - before.idle) / Math.max(1, after.total - before.total)
}

function readProcessors(): { idle: number; total: number } {
  const times = os.cpus().map(processor => processor.times)
  const idle = times.reduce((sum, time) => sum + time.idle, 0)
  return { idle, total: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) }
}
