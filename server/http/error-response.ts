import type { Context } from 'hono'
import { SUCCESS_CODE } from '../../contract/protocol/envelope.js'
import { isDatabaseUnavailable, isDiskFull, isTransactionConflict, isUnstorableText } from '../db/database-error.js'
import { type Log, toLoggedError, toLoggedPath } from '../lib/log.js'
import type { AppEnvironment } from './app-environment.js'
import { BusinessError, createParameterError, RateLimitError, ServiceUnavailable } from './business-error.js'
import { createFailureEnvelope } from './envelope.js'
import { sendEnvelope } from './respond.js'

const RETRY_AFTER_SECONDS = '2'

/** Errors of Node and of Hono's adapter for a request that ends early. A lost database has other messages. */
const isHangUp = ({ message }: Error) =>
  /^(?:(?:Error: )?aborted|Client connection prematurely closed\.)$/.test(message)

export function createErrorHandler(log: Log, secret: string | null, trustedProxies: number) {
  return (error: Error, context: Context<AppEnvironment>): Promise<Response> => {
    const requestFields = {
      id: context.get('requestId'),
      method: context.req.method,
      path: toLoggedPath(context.req.path)
    }
    const sendBusy = () =>
      sendEnvelope(context, createFailureEnvelope(5000), {
        secret,
        status: 503,
        headers: { 'Retry-After': RETRY_AFTER_SECONDS }
      })
    if (isHangUp(error)) {
      log.info(requestFields, 'the client hung up')
      return sendBusy()
    }
    if (isDiskFull(error)) {
      log.error({ ...requestFields, error: { message: error.message } }, 'the disk is full')
      return sendBusy()
    }
    // A conflict after all retries counts as a busy database: the client may repeat the request.
    if (isDatabaseUnavailable(error) || isTransactionConflict(error)) {
      log.error({ ...requestFields, error: { message: error.message } }, 'database unavailable')
      return sendBusy()
    }
    if (error instanceof ServiceUnavailable) {
      log.error({ ...requestFields, error: { message: error.message } }, 'service unavailable')
      return sendBusy()
    }
    if (error instanceof RateLimitError) {
      const isForwarded = trustedProxies === 0 && context.req.header('X-Forwarded-For') !== undefined
      if (isForwarded) log.warn('TRUSTED_PROXIES is 0: all callers behind a proxy count as one')
      const headers = { 'Retry-After': `${error.retryAfterSeconds}` }
      return sendEnvelope(context, createFailureEnvelope(error.code), { secret, status: 429, headers })
    }
    const refusal = isUnstorableText(error) ? createParameterError('text') : error
    if (refusal instanceof BusinessError) {
      context.set('outcome', { code: refusal.code, ...(refusal.data === null ? {} : { detail: refusal.data }) })
      return sendEnvelope(context, createFailureEnvelope(refusal.code, refusal.data), { secret, status: SUCCESS_CODE })
    }
    log.error({ ...requestFields, error: toLoggedError(error) }, 'unexpected error')
    return sendEnvelope(context, createFailureEnvelope(5000), { secret, status: 500 })
  }
}
