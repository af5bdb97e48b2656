import { expect, test, vi } from 'vitest'
import { createSearchPage, type SearchPage } from '../../../src/core/catalogue/search-page.js'
import { writeCatalogue } from '../../server/support/package-fixture.js'
import { searchFixtures, writeSearchDrama } from '../../server/support/search-fixture.js'
import { openApp, openServer, type TestAppOptions, waitForState, waitUntilSettled } from '../support/open-test-app.js'

async function openSearch(options: TestAppOptions = {}, query: Record<string, string> = {}) {
  const server = await openServer()
  for (const drama of searchFixtures) writeSearchDrama(server.catalogueDir, drama)
  await server.loader.scan()
  const opened = openApp(server, options)
  return { server, ...opened, page: createSearchPage(opened.app, query) }
}

async function titles(page: SearchPage) {
  const shown = await waitForState(page.$search, 'found')
  const loadable = await waitUntilSettled(shown.results.list.$loadable)
  return loadable.state === 'ready' ? loadable.value.list.map(({ title }) => title) : loadable
}

async function find(page: SearchPage, keyword: string) {
  page.search(keyword)
  return titles(page)
}

test('D-045 finds whatever the case and the accents, and Chinese by any part of a title', async () => {
  const { page } = await openSearch()
  expect(await find(page, 'ACAO')).toEqual(['Ação e Reação'])
  expect(await find(page, 'ação')).toEqual(['Ação e Reação'])
  expect(await find(page, '裁爱')).toEqual(['Meu Chefe É Meu Marido'])
})

test('D-031 a keyword in the address opens on its results, and is remembered', async () => {
  const { page, environment } = await openSearch({}, { keyword: 'coracao' })
  expect(page.$field.get()).toBe('coracao')
  expect(await titles(page)).toEqual(['Coração de Pedra'])
  expect(environment.stored.get('drama_search_history')).toBe('["coracao"]')
})

test('says which keyword the results are of when what was typed is misspelt', async () => {
  const { page } = await openSearch()
  expect(await find(page, 'segrdo')).toEqual(expect.arrayContaining(['Segredo']))
  expect((await waitForState(page.$search, 'found')).$corrected.get()).toBe('segredo')
})

test('tells the host page of each search once, without its words', async () => {
  const { page, environment } = await openSearch()
  const events = () => environment.emitted.filter(({ name }) => name === 'drama-search').map(({ detail }) => detail)
  await find(page, 'xyzzy🙂')
  expect(events()).toMatchObject([{ keyword_length: 6, results: 0 }])
  await find(page, 'segredo')
  const { results } = await waitForState(page.$search, 'found')
  await results.list.reload()
  expect(events()).toMatchObject([{ results: 0 }, { keyword_length: 7, results: 3 }])
  expect(JSON.stringify(events())).not.toContain('segredo')
})

test('proposes while the viewer types, and an older answer never replaces a newer one', async () => {
  const { page } = await openSearch()
  page.type('seg')
  const typing = () => waitForState(page.$search, 'typing')
  await vi.waitFor(async () => expect((await typing()).suggestions).toContain('Segredo'))
  page.type('cor')
  expect(await typing()).toMatchObject({ typed: 'cor', suggestions: expect.arrayContaining(['Segredo']) })
  page.type('nor')
  await vi.waitFor(async () => expect((await typing()).suggestions).toContain('Nora Abreu'))
  expect((await typing()).suggestions).not.toContain('Coração de Pedra')
})

test('a late answer changes nothing, neither after another key nor once there are results', async () => {
  const held: (() => void)[] = []
  const server = await openServer()
  const hold = async (url: string, init: RequestInit) => {
    const answer = await server.fetch(url, init)
    if (url.includes('/search/suggest')) await new Promise<void>(resolve => held.push(resolve))
    return answer
  }
  const { app } = openApp(server, { fetch: hold })
  const page = createSearchPage(app, {})
  page.type('moo')
  await vi.waitFor(() => expect(held).toHaveLength(1))
  page.type('rai')
  await vi.waitFor(() => expect(held).toHaveLength(2))
  held[1]?.()
  await vi.waitFor(() => expect(page.$search.get()).toMatchObject({ suggestions: ['rain pt'] }))
  held[0]?.()
  page.type('gat')
  await vi.waitFor(() => expect(held).toHaveLength(3))
  page.search('rain')
  held[2]?.()
  await titles(page)
  expect(page.$search.get()).toMatchObject({ state: 'found', keyword: 'rain' })
})

test('keeps the ten newest keywords of this device, each once, removed one by one or all', async () => {
  const { page, environment, server } = await openSearch()
  for (let no = 1; no <= 12; no++) page.search(`word ${no}`)
  page.search('word 5')
  const expected = [
    'word 5',
    'word 12',
    'word 11',
    'word 10',
    'word 9',
    'word 8',
    'word 7',
    'word 6',
    'word 4',
    'word 3'
  ]
  expect(page.history.$keywords.get()).toEqual(expected)
  page.history.remove('word 12')
  const again = createSearchPage(openApp(server, { stored: environment.stored }).app, {})
  expect(again.history.$keywords.get()).toEqual(expected.filter(keyword => keyword !== 'word 12'))
  again.history.clear()
  expect(environment.stored.get('drama_search_history')).toBe('[]')
})

test.each(['{', '{"a":1}', '[1,null,"right"]'])(
  'what others wrote into the storage does no harm: %s',
  async written => {
    const { page } = await openSearch({ stored: new Map([['drama_search_history', written]]) })
    expect(page.history.$keywords.get()).toEqual(written.includes('right') ? ['right'] : [])
  }
)

test.each(['', '   ', '\u200b\ufeff', '\0\n\t'])('nothing visible is no search: %j', async keyword => {
  const { page, environment } = await openSearch()
  await waitUntilSettled(page.hot.$loadable)
  page.type(keyword)
  page.search(keyword)
  expect(page.$search.get()).toEqual({ state: 'idle' })
  expect(page.history.$keywords.get()).toEqual([])
  expect(environment.sent.map(({ path }) => path)).not.toContain('/search/suggest')
})

test.each([
  ['a'.repeat(400), 140],
  ['🙂'.repeat(200), 140],
  [`${'a'.repeat(139)} b`, 139],
  ["'; drop table dramas; --", 24],
  ['<img src=x onerror=alert(1)>', 28],
  ['50% _off_ \\ "quoted" \u0000 (x)', 26],
  ['\ud83d half', 6]
])('anything may be asked for, up to 140 characters: %j', async (keyword, length) => {
  const { page } = await openSearch()
  expect(await find(page, keyword)).toEqual([])
  expect([...page.$field.get()]).toHaveLength(length)
})

test('results grow page by page to their end, without repeats', async () => {
  const server = await openServer()
  const many = Array.from({ length: 45 }, (_, no) => ({ slug: `many-${no}`, episodes: 1, free: 1, tags: ['flood'] }))
  writeCatalogue(server.catalogueDir, many)
  await server.loader.scan()
  const page = createSearchPage(openApp(server).app, { keyword: 'flood' })
  const first = await titles(page)
  expect(first).toHaveLength(20)
  const { results } = await waitForState(page.$search, 'found')
  for (let turn = 0; turn < 4; turn++) await results.loadMore()
  const shown = results.list.$loadable.get()
  const ids = shown.state === 'ready' ? shown.value.list.map(({ id }) => id) : []
  expect(ids).toHaveLength(45)
  expect(new Set(ids).size).toBe(45)
})

test('without a connection says so, and finds when it is back', async () => {
  const server = await openServer()
  let isOffline = false
  const { app } = openApp(server, {
    fetch: (url, init) => (isOffline ? Promise.reject(new TypeError('offline')) : server.fetch(url, init))
  })
  await app.session.whenReady()
  isOffline = true
  const page = createSearchPage(app, { keyword: 'rain' })
  const { results } = await waitForState(page.$search, 'found')
  expect(await waitUntilSettled(results.list.$loadable)).toEqual({ state: 'failed', failure: 'offline' })
  expect(await waitUntilSettled(page.hot.$loadable)).toEqual({ state: 'failed', failure: 'offline' })
  isOffline = false
  page.reload()
  await vi.waitFor(async () => expect(await titles(page)).toEqual(['rain pt']))
})

test('in another language everything that is shown is asked for again', async () => {
  const { app, page, environment } = await openSearch()
  await waitUntilSettled(page.hot.$loadable)
  await waitUntilSettled(page.proposals().$loadable)
  page.type('seg')
  await vi.waitFor(async () => expect((await waitForState(page.$search, 'typing')).suggestions).toContain('Segredo'))
  const from = environment.sent.length
  await app.chooseLanguage('es')
  page.reload()
  await expect
    .poll(() => environment.sent.slice(from).map(({ path }) => path))
    .toEqual(expect.arrayContaining(['/search/hot', '/index/rank', '/search/suggest']))
})

test('proposes what is watched most when nothing was found, asked for only then', async () => {
  const { page, environment } = await openSearch()
  const countRankRequests = () => environment.sent.filter(({ path }) => path === '/index/rank').length
  expect(await find(page, 'xyzzyx')).toEqual([])
  expect(countRankRequests()).toBe(0)
  const proposals = await waitUntilSettled(page.proposals().$loadable)
  expect(proposals.state === 'ready' && proposals.value.list[0]).toMatchObject({ title: 'moon pt' })
  expect(page.proposals()).toBe(page.proposals())
  expect(countRankRequests()).toBe(1)
})
