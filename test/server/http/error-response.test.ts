import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnvironment } from '../../../server/http/app-environment.js'
import { createErrorHandler } from '../../../server/http/error-response.js'
import { createLog } from '../../../server/lib/log.js'

async function answerTo(error: Error) {
  const app = new Hono<AppEnvironment>()
  app.onError(createErrorHandler(createLog('silent'), null, 0))
  app.get('/', () => {
    throw error
  })
  const answer = await app.request('/')
  return [answer.status, answer.headers.get('Retry-After')]
}

test.each(['53100', 'ENOSPC', 'EDQUOT'])('a full disk (%s) is 503, never 500', async code => {
  expect(await answerTo(Object.assign(new Error('no space left on device'), { code }))).toEqual([503, '2'])
})

test('an error that nobody expects is 500', async () => {
  expect(await answerTo(Object.assign(new Error('a bug'), { code: 'EBADF' }))).toEqual([500, null])
})
