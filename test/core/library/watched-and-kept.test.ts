import { expect, test } from 'vitest'
import { createDiscoverPage } from '../../../src/core/catalogue/discover-page.js'
import { createHomePage } from '../../../src/core/catalogue/home-page.js'
import { createLibraryPage } from '../../../src/core/library/library-page.js'
import { createPlayerPage } from '../../../src/core/playback/player-page.js'
import { saveProgress } from '../../../src/core/playback/save-progress.js'
import { createProfilePage } from '../../../src/core/profile/profile-page.js'
import { fixtures } from '../../server/support/package-fixture.js'
import { openApp, openServer, waitForState, waitUntilSettled } from '../support/open-test-app.js'

test('D-037 D-040 what was watched stands in the continue row and in the history', async () => {
  const { app } = openApp(await openServer())
  const home = createHomePage(app).home
  expect(await waitUntilSettled(home.$loadable)).toMatchObject({ value: { continue: [] } })
  const page = createPlayerPage(app, { drama_id: 'd_rain', episode_no: '2' })
  saveProgress(app, (await waitForState(page.$play, 'playing')).playResponse, 4, undefined)
  await home.reload()
  const card = { drama: { id: 'd_rain', title: 'rain pt' }, episode_no: 2, position_s: 4 }
  expect(await waitUntilSettled(home.$loadable)).toMatchObject({ value: { continue: [card] } })
  expect(await waitUntilSettled(createLibraryPage(app).list().paged.list.$loadable)).toMatchObject({
    value: { list: [{ continueCard: card }] }
  })
})

test('Home shows the new place before the server is asked', async () => {
  const { app, environment } = openApp(await openServer())
  const home = createHomePage(app).home
  await waitUntilSettled(home.$loadable)
  const page = createPlayerPage(app, { drama_id: 'd_rain', episode_no: '2' })
  const { playResponse } = await waitForState(page.$play, 'playing')
  const detail = await waitUntilSettled(page.detail.$loadable)
  const homeRequestCount = environment.sent.filter(({ path }) => path === '/index/home').length
  saveProgress(app, playResponse, 9, detail.state === 'ready' ? detail.value.drama : undefined)
  expect(home.$loadable.get()).toMatchObject({ value: { continue: [{ episode_no: 2, position_s: 9 }] } })
  expect(environment.sent.filter(({ path }) => path === '/index/home')).toHaveLength(homeRequestCount)
})

test('the list of dramas grows page by page to its end, without repeats', async () => {
  const many = Array.from({ length: 45 }, (_, index) => ({
    slug: `drama-${index}`,
    episodes: 1,
    free: 1,
    plays: index
  }))
  const { writeCatalogue } = await import('../../server/support/package-fixture.js')
  const server = await openServer()
  writeCatalogue(server.catalogueDir, many)
  await server.loader.scan()
  const { app } = openApp(server)
  const page = createDiscoverPage(app, {}).$dramas.get()
  await waitUntilSettled(page.list.$loadable)
  for (let turn = 0; turn < 4; turn++) await page.loadMore()
  const shown = page.list.$loadable.get()
  const ids = shown.state === 'ready' ? shown.value.list.map(({ id }) => id) : []
  expect(ids).toHaveLength(many.length + fixtures.length)
  expect(new Set(ids).size).toBe(ids.length)
})

test('choosing a language changes texts, answers and what is remembered', async () => {
  const { app, environment } = openApp(await openServer())
  const page = createProfilePage(app)
  await waitUntilSettled(page.info.$loadable)
  await app.chooseLanguage('zh-Hans')
  expect(app.i18n.$translation.get()?.text('home')).toBe('首页')
  expect(environment.stored.get('drama_lang')).toBe('zh-Hans')
  const home = createHomePage(app).home
  expect(await waitUntilSettled(home.$loadable)).toMatchObject({
    value: { banners: expect.arrayContaining([expect.objectContaining({ title: expect.stringMatching(/zh-cn$/) })]) }
  })
})
