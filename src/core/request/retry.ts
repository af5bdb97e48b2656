import type { ErrorCode } from '../../../contract/protocol/errors.js'
import type { Clock, Environment } from '../environment.js'
import { RequestError } from './request-error.js'

/** Session invalid, too many attempts, server busy, maintenance: the same request may succeed later. */
export const RETRYABLE_CODES: ReadonlySet<number> = new Set<ErrorCode>([999, 4502, 5000, 5001])

/** Whether the result of a call is unknown, so that it may be repeated with the same idempotency key. */
export function isRetryable(error: unknown): boolean {
  return error instanceof RequestError && ['network', 'timeout', 'cancelled', 'server', 'decrypt'].includes(error.kind)
}

/** Retries after each delay in ms while `canRetry` allows it. Rejects with the last error. */
export async function retry<Answer>(
  clock: Clock,
  delaysMs: readonly number[],
  canRetry: (error: unknown) => boolean,
  call: () => Promise<Answer>
): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      return await call()
    } catch (error) {
      const delay = delaysMs[tries]
      if (delay === undefined || !canRetry(error)) throw error
      await sleep(clock, delay)
    }
  }
}

export function sleep(clock: Clock, delayMs: number): Promise<void> {
  return new Promise(resolve => {
    clock.setTimer(delayMs, resolve)
  })
}

const RETRY_DELAYS_MS = [1000, 3000]

/**
 * For calls that are safe to repeat. Does not retry while the browser is offline, because the viewer retries by hand then.
 */
export function retryUntilAnswered<Answer>(
  { clock, isOnline }: Pick<Environment, 'clock' | 'isOnline'>,
  call: () => Promise<Answer>
): Promise<Answer> {
  const hasNoResponse = (error: unknown) =>
    error instanceof RequestError && (error.kind === 'network' || error.kind === 'timeout')
  return retry(clock, RETRY_DELAYS_MS, error => hasNoResponse(error) && isOnline(), call)
}
