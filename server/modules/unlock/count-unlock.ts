import { SUCCESS_CODE } from '../../../contract/protocol/envelope.js'
import type { ErrorCode } from '../../../contract/protocol/errors.js'
import type { Metrics } from '../metrics/metrics.js'

const refusals: Partial<Record<ErrorCode, string>> = {
  4201: 'insufficient_balance',
  4202: 'price_changed',
  4203: 'earlier_locked',
  4204: 'not_available',
  4205: 'already_unlocked',
  4209: 'limit_reached',
  4210: 'sponsor_cannot_pay',
  4501: 'token_refused'
}

/** `success` says who paid. */
export const countUnlock =
  ({ unlocks }: Pick<Metrics, 'unlocks'>, success: 'unlocked' | 'sponsored') =>
  (code: typeof SUCCESS_CODE | ErrorCode) =>
    unlocks.inc({ result: code === SUCCESS_CODE ? success : (refusals[code] ?? 'refused') })
