import { type ComponentType, lazy } from 'react'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000

/** Tries again until the chunk is there: a lost connection shows the fallback for longer, and no error. */
export const lazyWithRetry = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadUntilThere(load) }))

async function loadUntilThere<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await load()
    } catch {
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  }
}
