import type { App } from '../app.js'
import { randomHex } from '../lib/hex.js'
import { isRetryable, retry } from '../request/retry.js'

const RETRY_DELAYS_MS = [1000, 2000, 4000]

/** Rejects if the token of the host page's partner does not pay for the episode. */
export async function requestSponsoredUnlock(
  { api, environment }: App,
  episode_id: string,
  token: string
): Promise<void> {
  const { clock, random } = environment
  const headers = { 'Idempotency-Key': randomHex(random, 16) }
  await retry(clock, RETRY_DELAYS_MS, isRetryable, () =>
    api.post('/drama/unlock_host', { episode_id, token }, { isQuiet: true, headers })
  )
}
