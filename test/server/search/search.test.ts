import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApiClient } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { searchFixtures, writeSearchDrama } from '../support/search-fixture.js'

const MINUTE = 60_000

describe.each(['pglite', 'postgres'] as const)('search on %s', engine => {
  let server: TestServer
  let root: string
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'drama-search-'))
    for (const drama of searchFixtures) writeSearchDrama(root, drama)
    server = await openTestServer({ engine, catalogueDirs: [root] })
  })
  afterAll(async () => {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  })
  beforeEach(() => server.clock.advance(MINUTE))

  const search = async (keyword: string, query: Record<string, string> = {}) => {
    const { code, data } = await createApiClient(server).get('/search/index', { lang: 'pt', ...query, keyword })
    expect(code).toBe(200)
    return data
  }
  const find = async (keyword: string, query: Record<string, string> = {}) =>
    (await search(keyword, query)).list.map(card => card.id.slice(2))

  const same = ['ação', 'acao', 'AÇÃO', 'Acão', 'ação'.normalize('NFD'), 'ＡＣＡＯ', ' ação!! ', '“ação”', 'a\u200dção']
  test.each(same)('D-001 accents, case, width and signs make no difference: %j', async keyword => {
    expect(await find(keyword)).toEqual(['action'])
  })

  const found: [string, string[]][] = [
    ['ano', ['boss']],
    ['año', ['boss']],
    ['coracao pedra', ['heart']],
    ['pedra coração', ['heart']],
    ['pedra amor', []],
    ['cora', ['heart']],
    ['secretária', ['boss']],
    ['trem', ['heart', 'action']],
    ['ceos bride', ['boss']],
    ["ceo's bride", ['boss']],
    ['renata', ['boss']],
    ['vento ana', ['heart']],
    ['vingança', ['heart', 'action']],
    ['vinganca reacao', ['action']],
    ['o trem', ['heart', 'action']],
    ['meu chefe é meu marido', ['boss']],
    ['chefe marido secretaria descobre segredo renata prado caio ceo', ['boss']],
    ['chefe marido secretaria descobre segredo renata prado caio zzz', []],
    ['nothing of the kind', []]
  ]
  test.each(found)(
    'D-001 words are found in titles, names, tags and synopses, all of them: %j',
    async (keyword, ids) => {
      expect(await find(keyword)).toEqual(ids)
    }
  )

  const chinese: [string, string[]][] = [
    ['总裁', ['boss', 'heart']],
    ['霸道总裁', ['boss']],
    ['道总裁爱', ['boss']],
    ['总裁霸道', []],
    ['總裁', ['heart', 'boss']],
    ['石', ['heart']],
    ['秘密', ['secret', 'nora', 'boss']],
    ['总裁 秘密', ['boss']],
    ['总裁的秘密', ['boss']],
    ['秘密总裁', []],
    ['乙丙', ['hammer']],
    ['甲乙丙', []],
    ['甲乙 乙丙', ['hammer']]
  ]
  test.each(chinese)('Chinese is found by any part of a text: %j', async (keyword, ids) => {
    expect(await find(keyword, { lang: 'zh-cn' })).toEqual(ids)
  })

  test('a whole title comes first, then titles, names, tags and synopses, the most played first', async () => {
    expect(await find('segredo')).toEqual(['secret', 'nora', 'boss'])
    expect(await find('nora')).toEqual(['nora', 'action'])
    expect((await find('o segredo de nora'))[0]).toBe('nora')
  })

  test('a title in the language of the request comes before one in another', async () => {
    expect(await find('jefe', { lang: 'pt' })).toEqual(['hammer', 'boss'])
    expect(await find('jefe', { lang: 'es' })).toEqual(['boss', 'hammer'])
    expect(await find('reaction', { lang: 'zh-tw' })).toEqual(['action'])
  })

  test.each([
    ['vingansa', 'vingança', ['heart', 'action']],
    ['corçao', 'coração', ['heart']],
    ['coraacão', 'coração', ['heart']],
    ['segrdo nora', 'segredo nora', ['nora']],
    ['renatta', 'renata', ['boss']]
  ])('a small typo is corrected and said: %j', async (keyword, corrected, ids) => {
    const data = await search(keyword)
    expect([data.corrected, data.list.map(card => card.id.slice(2))]).toEqual([corrected, ids])
  })

  test.each(['coração', 'cora', 'xyzzyx', 'pedra amor', 'noraa marrido zzzz', '123456'])(
    'nothing is corrected that was found, or that resembles nothing: %j',
    async keyword => {
      expect((await search(keyword)).corrected).toBeUndefined()
    }
  )

  const nothing = [
    '😀',
    '!!!',
    '%',
    "' or 1=1 --",
    '<script>alert(1)</script>',
    '\\',
    '_',
    '\u202eoãça',
    '龘',
    '\ufffd'
  ]
  test.each(nothing)('odd texts are only texts: %j', async keyword => {
    const { code, data } = await createApiClient(server).get('/search/index', { keyword })
    expect(code).toBe(200)
    expect(data.next_cursor).toBeNull()
  })

  const refused = ['', ' ', '\u3000\n', '\u200f', '\0', 'a\0b', 'x'.repeat(141), '霸'.repeat(141), 'x'.repeat(5000)]
  test.each(refused)('a keyword that is empty, too long or no text answers 4001: %j', async keyword => {
    for (const path of ['/search/index', '/search/suggest'] as const) {
      const { status, code, data } = await createApiClient(server).get(path, { keyword })
      expect([status, code, data]).toEqual([200, 4001, { fields: ['keyword'] }])
    }
  })

  test('140 characters may be searched, whatever they are', async () => {
    for (const keyword of [
      'x'.repeat(140),
      '霸'.repeat(140),
      '😀'.repeat(140),
      'ab '.repeat(46),
      'a '.repeat(70),
      'ﷺ'.repeat(140)
    ]) {
      expect((await createApiClient(server).get('/search/index', { keyword })).code).toBe(200)
      expect((await createApiClient(server).get('/search/suggest', { keyword })).code).toBe(200)
    }
  })

  test('a keyword that is missing or a list answers 4001', async () => {
    for (const query of ['', 'keyword[]=a', 'keyword[0]=a', 'keyword.x=1']) {
      const response = await server.fetch(`/search/index?${query}`)
      expect([response.status, (await response.json()).code]).toEqual([200, 4001])
    }
  })

  test('results come page by page, each drama once; a foreign cursor gives the first page', async () => {
    const pages: string[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const data = await search('segredo', { page_size: '1', ...(cursor === '' ? {} : { cursor }) })
      pages.push(data.list.map(card => card.id.slice(2)))
      expect(data.has_more).toBe(data.next_cursor !== null)
      cursor = data.next_cursor
    }
    expect(pages).toEqual([['secret'], ['nora'], ['boss']])
    const foreign = (await search('trem', { page_size: '1' })).next_cursor ?? ''
    expect(await find('segredo', { cursor: foreign })).toEqual(['secret', 'nora', 'boss'])
    const corrected = await search('segrdo', { page_size: '2' })
    expect(await search('segrdo', { page_size: '2', cursor: corrected.next_cursor ?? '' })).toMatchObject({
      corrected: 'segredo',
      has_more: false,
      list: [{ id: 'd_boss' }]
    })
  })

  test('suggestions are titles, names and tags in the language of the request; beginnings come first', async () => {
    const suggest = async (keyword: string, lang = 'pt') =>
      (await createApiClient(server).get('/search/suggest', { keyword, lang })).data.list
    expect(await suggest('cor')).toEqual(['Coração de Pedra'])
    expect(await suggest('COR', 'es')).toEqual(['Corazón de piedra'])
    expect(await suggest('nora')).toEqual(['Nora Abreu', 'O Segredo de Nora'])
    expect(await suggest('ving')).toEqual(['Vingança'])
    expect(await suggest('总', 'zh-cn')).toEqual(['总裁', '霸道总裁爱上我'])
    expect(await suggest('chefe m')).toEqual(['Meu Chefe É Meu Marido'])
    expect(await suggest('zzzz')).toEqual([])
    expect(await suggest('😀')).toEqual([])
  })

  test('an offline drama is not found; one whose package is taken away neither, until it is back', async () => {
    await server.db.updateTable('dramas').set({ status: 'offline' }).where('id', '=', 'd_heart').execute()
    expect(await find('coração')).toEqual([])
    await server.db.updateTable('dramas').set({ status: 'online' }).where('id', '=', 'd_heart').execute()
    expect(await find('coração')).toEqual(['heart'])
    rmSync(join(root, 'heart'), { recursive: true })
    await server.loader.scan()
    expect(await find('coração')).toEqual([])
    expect((await createApiClient(server).get('/index/discover')).text).not.toContain('d_heart')
    const heart = searchFixtures.find(drama => drama.slug === 'heart')
    if (heart) writeSearchDrama(root, heart)
    await server.loader.scan()
    expect(await find('coração')).toEqual(['heart'])
  })

  test('a changed package is found by its new words and no longer by the old', async () => {
    const nora = searchFixtures.find(drama => drama.slug === 'nora')
    if (nora) writeSearchDrama(root, { ...nora, title: { pt: 'A Ilha' } })
    await server.loader.scan()
    expect(await find('ilha')).toEqual(['nora'])
    expect(await find('nora')).toEqual(['action'])
    if (nora) writeSearchDrama(root, nora)
    await server.loader.scan()
    expect(await find('ilha')).toEqual([])
  })

  test('without a token an answer may be cached and is 304 when unchanged; with one it is private', async () => {
    for (const path of ['/search/index?keyword=nora', '/search/suggest?keyword=nora', '/search/hot']) {
      const first = await server.fetch(path)
      expect(first.headers.get('Cache-Control')).toBe('public, max-age=60')
      const etag = first.headers.get('ETag') ?? ''
      expect((await server.fetch(path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    }
  })
})
