import os from 'node:os'

/** Above this share of the processors, others were at work and the figures are not worth much. */
export const BUSY_LIMIT = 0.25

const WINDOW = 250

/** How busy the machine is while this bench waits: 0 is idle, 1 is every processor at work for somebody else. */
export async function measureForeignLoad(): Promise<number> {
  const before = readProcessors()
  await new Promise(resolve => setTimeout(resolve, WINDOW))
  const after = readProcessors()
  return 1 - (after.idle - before.idle) / Math.max(1, after.total - before.total)
}

function readProcessors(): { idle: number; total: number } {
  const times = os.cpus().map(processor => processor.times)
  const idle = times.reduce((sum, time) => sum + time.idle, 0)
  return { idle, total: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) }
}
