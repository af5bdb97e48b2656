import type { Environment } from '../environment.js'
import { RequestError } from './request-error.js'
import { askAgain } from './retry.js'

/** In ms. */
const PAUSES = [1000, 3000]

/**
 * Asks again where the answer was lost on its way: for calls that the server answers a second time as the first. Where
 * the browser knows that there is no connection, it is the viewer's turn.
 */
export function askUntilAnswered<Answer>(
  { clock, isOnline }: Pick<Environment, 'clock' | 'isOnline'>,
  ask: () => Promise<Answer>
): Promise<Answer> {
  const isLost = (error: unknown) =>
    error instanceof RequestError && (error.kind === 'network' || error.kind === 'timeout')
  return askAgain(clock, PAUSES, error => isLost(error) && isOnline(), ask)
}
