import { expect, test, vi } from 'vitest'
import { getOrCreateFavorites } from '../../../src/core/library/favorites.js'
import { openApp, openServer } from '../support/open-test-app.js'
import { shownToast } from '../support/shown-toast.js'

async function openFavorites() {
  const server = await openServer()
  let isOffline = false
  const opened = openApp(server, {
    fetch: (url, init) =>
      isOffline && new URL(url).pathname === '/user/favorite'
        ? Promise.reject(new TypeError('offline'))
        : server.fetch(url, init)
  })
  const readFavorites = async () => (await opened.app.api.get('/user/favorites', {})).list.map(({ id }) => id)
  return {
    ...opened,
    readFavorites,
    shown: (id: string) => getOrCreateFavorites(opened.app).$changes.get().get(id),
    goOffline: (next: boolean) => {
      isOffline = next
    }
  }
}

test('D-041 a drama is kept, and let go, at once on screen and then on the server', async () => {
  const { app, environment, readFavorites, shown } = await openFavorites()
  const saved = getOrCreateFavorites(app).set('d_rain', true)
  expect(shown('d_rain')).toBe(true)
  await saved
  expect(await readFavorites()).toEqual(['d_rain'])
  await getOrCreateFavorites(app).set('d_rain', false)
  expect(shown('d_rain')).toBe(false)
  expect(await readFavorites()).toEqual([])
  const favoriteEvents = environment.emitted.filter(({ name }) => name === 'drama-favorite')
  expect(favoriteEvents.map(({ detail }) => detail.drama_id)).toEqual(['d_rain'])
})

test('what the server did not take is undone, and the caller is told why', async () => {
  const { app, environment, shown, goOffline } = await openFavorites()
  await getOrCreateFavorites(app).set('d_moon', true)
  goOffline(true)
  await expect(getOrCreateFavorites(app).set('d_moon', false)).rejects.toMatchObject({ kind: 'network' })
  expect(shown('d_moon')).toBe(true)
  const refused = getOrCreateFavorites(app).set('d_rain', true)
  expect(shown('d_rain')).toBe(true)
  await expect(refused).rejects.toThrow()
  expect(shown('d_rain')).toBeUndefined()
  expect(environment.emitted.filter(({ name }) => name === 'drama-favorite')).toHaveLength(1)
  expect(await shownToast({ app, environment })).toBeUndefined()
})

test('a drama that is no more is refused', async () => {
  const { app, shown } = await openFavorites()
  await expect(getOrCreateFavorites(app).set('d_gone', true)).rejects.toThrow()
  expect(shown('d_gone')).toBeUndefined()
})

test('taps in a row reach the server in their order; when all fail it is as it was before the first', async () => {
  const { app, environment, readFavorites, shown, goOffline } = await openFavorites()
  await Promise.all([true, false, true].map(isKept => getOrCreateFavorites(app).set('d_rain', isKept)))
  const sent = environment.sent.filter(({ path }) => path === '/user/favorite').map(({ body }) => body.on)
  expect(sent).toEqual([1, 0, 1])
  expect(await readFavorites()).toEqual(['d_rain'])
  await getOrCreateFavorites(app).set('d_rain', false)
  goOffline(true)
  const taps = [true, false, true].map(isKept => getOrCreateFavorites(app).set('d_rain', isKept))
  expect(shown('d_rain')).toBe(true)
  await Promise.allSettled(taps)
  await vi.waitFor(() => expect(shown('d_rain')).toBe(false))
  goOffline(false)
  expect(await readFavorites()).toEqual([])
})

test('D-113 what one visitor kept is not shown to the next, who comes after a forced logout', async () => {
  const { app, environment, shown } = await openFavorites()
  await getOrCreateFavorites(app).set('d_rain', true)
  environment.stored.set('firstui_m_token', 'revoked')
  await app.api.get('/user/info', {}).catch(() => undefined)
  await environment.advance(500)
  await expect.poll(() => app.session.$session.get().state).toBe('ready')
  expect(shown('d_rain')).toBe(undefined)
})
