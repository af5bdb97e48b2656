import { expect, test } from 'vitest'
import { createPrivateImages } from '../../../src/core/reward/private-images.js'
import { TOKEN_KEY } from '../../../src/core/session/visitor-login-request.js'
import { drawChat, sendImage } from '../../server/support/rewards.js'
import { openApp, openServer, waitForState } from '../support/open-test-app.js'

test('a screenshot that only the server has is fetched once, with the token; only what is removed counts as gone', async () => {
  const server = await openServer()
  let isDown = false
  const { app, environment } = openApp(server, {
    fetch: (url, init) => (isDown ? Promise.resolve(new Response('{}', { status: 503 })) : server.fetch(url, init))
  })
  await waitForState(app.session.$session, 'ready')
  const { data } = await sendImage(server, app.session.token() ?? '', await drawChat(77))
  const leaving = new AbortController()
  const pictures = createPrivateImages(app, leaving.signal)
  isDown = true
  await expect(pictures.open(data.image_id)).rejects.toMatchObject({ kind: 'server' })
  isDown = false
  const url = (await pictures.open(data.image_id)) ?? ''
  expect((await fetch(url)).headers.get('content-type')).toBe('image/jpeg')
  expect(await pictures.open(data.image_id)).toBe(url)
  expect(environment.sent.filter(({ path }) => path.startsWith('/upload/image/'))).toHaveLength(2)
  await expect.poll(() => pictures.open('i_of_somebody_else').catch(({ code }) => code)).toBeUndefined()
  leaving.abort()
  await expect(fetch(url)).rejects.toThrow()
})

test('D-204 a 999 for a screenshot ends the session', async () => {
  const { app } = openApp(await openServer(), { stored: new Map([[TOKEN_KEY, 'revoked']]) })
  await waitForState(app.session.$session, 'ready')
  const pictures = createPrivateImages(app, app.signal)
  await expect(pictures.open('i_1')).rejects.toMatchObject({ kind: 'session', code: 999 })
  expect(app.session.isLogin()).toBe(false)
})
