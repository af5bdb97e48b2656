import type { Clock } from '../environment.js'
import { RequestError } from './request-error.js'

/** Whether nobody knows what became of a call: asked again under the same key, it may still be answered. */
export function mayComeYet(error: unknown): boolean {
  return error instanceof RequestError && ['network', 'timeout', 'cancelled', 'server', 'decrypt'].includes(error.kind)
}

/** Asks once more after each pause, in ms, while what it failed of may be asked again; rejects with the last of it. */
export async function askAgain<Answer>(
  clock: Clock,
  pauses: readonly number[],
  mayAgain: (error: unknown) => boolean,
  ask: () => Promise<Answer>
): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      const delay = pauses[tries]
      if (delay === undefined || !mayAgain(error)) throw error
      await pause(clock, delay)
    }
  }
}

/** In ms. */
export function pause(clock: Clock, delay: number): Promise<void> {
  return new Promise(resolve => {
    clock.after(delay, resolve)
  })
}
