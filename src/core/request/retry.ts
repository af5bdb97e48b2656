import type { Clock, Environment } from '../environment.js'
import { RequestError } from './request-error.js'

/** Whether nobody knows what became of a call: asked again under the same key, it may still be answered. */
export function isRetryable(error: unknown): boolean {
  return error instanceof RequestError && ['network', 'timeout', 'cancelled', 'server', 'decrypt'].includes(error.kind)
}

/** Asks once more after each pause, in ms, while what it failed of may be asked again; rejects with the last of it. */
export async function retry<Answer>(
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
      await sleep(clock, delay)
    }
  }
}

/** In ms. */
export function sleep(clock: Clock, delay: number): Promise<void> {
  return new Promise(resolve => {
    clock.setTimer(delay, resolve)
  })
}

/** In ms. */
const PAUSES = [1000, 3000]

/**
 * Asks again where the answer was lost on its way: for calls that the server answers a second time as the first. Where
 * the browser knows that there is no connection, it is the viewer's turn.
 */
export function retryUntilAnswered<Answer>(
  { clock, isOnline }: Pick<Environment, 'clock' | 'isOnline'>,
  ask: () => Promise<Answer>
): Promise<Answer> {
  const hasNoAnswer = (error: unknown) =>
    error instanceof RequestError && (error.kind === 'network' || error.kind === 'timeout')
  return retry(clock, PAUSES, error => hasNoAnswer(error) && isOnline(), ask)
}
