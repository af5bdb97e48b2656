import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient, signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { searchFixtures, writeSearchDrama } from '../support/search-fixture.js'

const DAY = 86_400_000
const titles = ['Coração de Pedra', 'Meu Chefe É Meu Marido', 'Ação e Reação', 'O Segredo de Nora', 'Segredo']

describe.each(['pglite', 'postgres'] as const)('hot searches on %s', engine => {
  let server: TestServer
  let root: string
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'drama-hot-'))
    for (const drama of searchFixtures) writeSearchDrama(root, drama)
    server = await openTestServer({ engine, catalogueDirs: [root] })
  })
  afterEach(async () => {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  })

  const hot = async (lang = 'pt') => (await createApiClient(server).get('/search/hot', { lang })).data.list
  const visitors = (count: number) => Promise.all(Array.from({ length: count }, () => signIn(server)))
  const counted = async () =>
    (await server.db.selectFrom('search_visits').select(['user_id', 'keyword', 'day']).execute()).length

  const added = async () =>
    (await server.db.selectFrom('search_keywords').select('visitors').execute()).reduce(
      (sum, { visitors }) => sum + visitors,
      0
    )

  async function searchAs(callers: ApiClient[], keyword: string, total: number, lang = 'pt') {
    for (const visitor of callers) await visitor.get('/search/index', { keyword, lang })
    await expect.poll(counted).toBe(total)
    // The totals are written after the individual searches.
    await expect.poll(added).toBeGreaterThanOrEqual(total)
  }

  test('at first the most played dramas, by their titles in the language of the request', async () => {
    expect((await hot()).slice(0, 5)).toEqual(titles)
    expect((await hot('en')).slice(0, 2)).toEqual(['Heart of Stone', "The CEO's Bride"])
  })

  test('what most visitors searched comes first, in the spelling of the catalogue; one visitor counts once', async () => {
    const [one, two, three] = [await signIn(server), await signIn(server), await signIn(server)]
    await searchAs([one, two, one, one, one], 'TREM nora', 0)
    await searchAs([one, two], 'SEGRÊDO  nora', 2)
    await searchAs([one, two, three], 'vinganca', 5)
    await searchAs([one, one, one], 'renata', 6)
    expect((await hot()).slice(0, 3)).toEqual(['vingança', 'segredo nora', titles[0]])
    expect(await hot('es')).not.toContain('vingança')
  })

  test('nothing that visitors write themselves is ever shown', async () => {
    const callers = await visitors(3)
    const texts = ['xyzzy', 'nora xyzzy', '<b>nora</b> x', 'cora', 'secretária', '😀', 'nora 😀 nora 😀 https://x.y']
    for (const text of texts)
      for (const visitor of callers) await visitor.get('/search/index', { keyword: text, lang: 'pt' })
    await searchAs(callers, 'nora', 3)
    await searchAs(callers, '总裁', 6, 'zh-cn')
    expect((await hot()).slice(0, 2)).toEqual(['nora', titles[0]])
    expect((await hot('zh-cn')).slice(0, 1)).toEqual(['总裁'])
  })

  test('a typo counts as what it was taken for', async () => {
    await searchAs(await visitors(2), 'vingansa', 2)
    expect((await hot())[0]).toBe('vingança')
  })

  test('what is searched now beats what was searched long ago', async () => {
    const callers = await visitors(5)
    await searchAs(callers, 'nora', 5)
    server.clock.advance(30 * DAY)
    await searchAs(callers.slice(0, 2), 'renata', 7)
    expect((await hot()).slice(0, 2)).toEqual(['renata', 'nora'])
  })

  test('a visitor counts again on another day, and is forgotten after a month', async () => {
    const [visitor, other] = [await signIn(server), await signIn(server)]
    await searchAs([visitor, other], 'nora', 2)
    const hotness = async () => {
      const row = server.db.selectFrom('search_keywords').select(['hotness', 'visitors']).where('keyword', '=', 'nora')
      return row.executeTakeFirstOrThrow()
    }
    const before = await hotness()
    server.clock.advance(DAY)
    await visitor.get('/search/index', { keyword: 'nora', lang: 'pt' })
    await expect.poll(async () => (await hotness()).hotness).toBeGreaterThan(before.hotness)
    expect((await hotness()).visitors).toBe(2)
    server.clock.advance(40 * DAY)
    await visitor.get('/search/index', { keyword: 'renata', lang: 'pt' })
    const readKeywords = async () => {
      const rows = await server.db.selectFrom('search_visits').select('keyword').orderBy('keyword').execute()
      return rows.map(row => row.keyword)
    }
    await expect.poll(readKeywords).toEqual(['nora', 'renata'])
  })

  test('a search that cannot be counted is answered all the same', async () => {
    const visitor = await signIn(server)
    await server.db.schema.alterTable('search_visits').renameTo('search_visits_away').execute()
    const { code, data } = await visitor.get('/search/index', { keyword: 'nora', lang: 'pt' })
    expect([code, data.list.length]).toEqual([200, 2])
    await expect.poll(() => server.logLines.join('')).toContain('a search was not counted')
    await server.db.schema.alterTable('search_visits_away').renameTo('search_visits').execute()
  })
})
