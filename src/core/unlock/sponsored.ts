import type { App } from '../app.js'
import { randomHex } from '../lib/hex.js'
import { isRetryable, retry } from '../request/retry.js'

/** Between tries, in ms. */
const WAITS = [1000, 2000, 4000]

/** Has a token of the page's partner pay for an episode. Rejects where it does not; the server lets nobody in then. */
export async function redeem({ api, environment }: App, episode_id: string, token: string): Promise<void> {
  const { clock, random } = environment
  const headers = { 'Idempotency-Key': randomHex(random, 16) }
  await retry(clock, WAITS, isRetryable, () =>
    api.post('/drama/unlock_host', { episode_id, token }, { isQuiet: true, headers })
  )
}
