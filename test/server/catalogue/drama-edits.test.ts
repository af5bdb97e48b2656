import { hostname } from 'node:os'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LAST_PLACE } from '../../../contract/drama-defaults.js'
import { createLog } from '../../../server/lib/log.js'
import { systemRandom } from '../../../server/lib/random.js'
import { publishDue } from '../../../server/modules/catalogue/edit/publish-job.js'
import { AssetRegistry } from '../../../server/modules/catalogue/package/asset-registry.js'
import { PackageLoader } from '../../../server/modules/catalogue/package/package-loader.js'
import { signIn } from '../support/api-client.js'
import { signInMember } from '../support/console-client.js'
import { giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { type DramaFixture, texts, writeDrama } from '../support/package-fixture.js'
import { engines } from '../support/servers/test-database.js'

const HOUR_MS = 3_600_000
const rain: DramaFixture = { slug: 'rain', episodes: 6, free: 2, tags: ['ceo', 'revenge'], category: 'romance' }
const dawn: DramaFixture = { slug: 'dawn', episodes: 3, free: 1, tags: ['ceo'] }

describe.each(engines)('edited dramas on %s', engine => {
  let server: TestServer
  let editor: Awaited<ReturnType<typeof signInMember>>['client']
  let editorEmail = ''
  beforeEach(async () => {
    server = await openTestServer({ engine })
    const member = await signInMember(server, { role: 'editor' })
    editor = member.client
    editorEmail = member.email
  })
  afterEach(() => server.close())

  const show = async (id = 'd_rain') => (await editor.get(`operator/drama_show?id=${id}`)).data.drama
  const save = async (change: object, id = 'd_rain') =>
    editor.post('operator/drama_save', { id, version: (await show(id)).version, ...change })
  const viewerSees = async (path: string) => (await server.fetch(path)).json()
  const detail = async (id = 'd_rain') => viewerSees(`/drama/detail?drama_id=${id}&lang=en`)
  const assetOf = async (no: number, id = 'd_rain') =>
    (
      await server.db
        .selectFrom('episodes')
        .select('asset')
        .where('drama_id', '=', id)
        .where('no', '=', no)
        .executeTakeFirstOrThrow()
    ).asset

  test('what an editor changed is shown at once and survives a new version of the package', async () => {
    const change = {
      title: { en: 'Rain of Lies' },
      default_price: 90,
      free_count: 3,
      tags: [],
      episode_prices: { 5: 7 }
    }
    expect((await save(change)).code).toBe(200)
    const isEdited = async () => {
      const { drama } = (await detail()).data
      const { list } = (await viewerSees('/drama/episodes?drama_id=d_rain&lang=en')).data
      const prices = list.map(({ price }: { price: number }) => price)
      expect([drama.title, drama.tags, prices]).toEqual(['Rain of Lies', [], [0, 0, 0, 90, 7, 90]])
      const found = (await viewerSees('/search/index?keyword=lies&lang=en')).data.list
      expect(found.map(({ id }: { id: string }) => id)).toEqual(['d_rain'])
    }
    await isEdited()
    writeDrama(server.catalogueDir, rain, drama => ({ ...drama, synopsis: texts('new synopsis'), default_price: 10 }))
    expect((await server.loader.scan()).dramas).toBe(1)
    await isEdited()
    expect((await detail()).data.drama.synopsis).toBe('new synopsis en')
    const label = await server.db.selectFrom('labels').select('drama_count').where('id', '=', 'ceo').executeTakeFirst()
    expect(label?.drama_count).toBe(1)
    expect((await save({ default_price: null })).code).toBe(200)
    expect((await show()).default_price).toBe(10)
  })

  test('a server without the package applies edits to what the database has', async () => {
    const other = await openTestServer({ engine, db: server.db, catalogueDirs: [], clock: server.clock })
    const { client } = await signInMember(other, { role: 'editor' })
    const assets = [await assetOf(1), await assetOf(2)]
    const post = (version: number, change: object) =>
      client.post('operator/drama_save', { id: 'd_rain', version, ...change })
    expect((await post(1, { numbers: { 1: 2, 2: 1 }, title: { pt: 'Chuva' } })).code).toBe(200)
    expect([await assetOf(2), await assetOf(1)]).toEqual(assets)
    expect((await post(2, { numbers: { 1: 1, 2: 2 } })).code).toBe(200)
    expect([await assetOf(1), await assetOf(2)]).toEqual(assets)
    await server.loader.scan()
    expect((await show()).title.pt).toBe('Chuva')
    await other.close()
  })

  test('the second of two editors is told, and nothing of the first is lost', async () => {
    const { version } = await show()
    const body = { id: 'd_rain', version }
    expect((await editor.post('operator/drama_save', { ...body, title: { en: 'First' } })).code).toBe(200)
    const second = await editor.post('operator/drama_save', { ...body, title: { pt: 'Segundo' } })
    expect([second.code, second.data]).toEqual([4001, { fields: ['version'], reason: 'changed_meanwhile' }])
    const latest = await show()
    expect([latest.title.en, latest.title.pt]).toEqual(['First', 'rain pt'])
    const answers = await Promise.all(
      ['A', 'B'].map(title =>
        editor.post('operator/drama_save', { id: 'd_rain', version: latest.version, title: { es: title } })
      )
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 4001])
  })

  test('a film that moves takes its asset, title and price; unlocks stay with the number', async () => {
    const viewer = await signIn(server)
    await giveCoins(server, viewer.userId, 500)
    expect((await viewer.post('/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60 }, newKey())).code).toBe(200)
    const [third, fifth] = [await assetOf(3), await assetOf(5)]
    await save({ episode_prices: { 5: 20 }, episode_titles: { 5: { en: 'The end' } } })
    expect((await save({ numbers: { 3: 5, 5: 3 } })).code).toBe(200)
    expect([await assetOf(3), await assetOf(5)]).toEqual([fifth, third])
    const { episodes } = await show()
    expect(episodes[2]).toMatchObject({ no: 3, film: 5, price: 20, title: { en: 'The end', pt: 'The end' } })
    const { code, data } = await viewer.post('/drama/play', { episode_id: 'e_rain_3' })
    expect([code, JSON.stringify(data)]).toEqual([200, expect.stringContaining(fifth)])
    expect((await viewer.post('/drama/play', { episode_id: 'e_rain_5' })).code).not.toBe(200)
    const counts = (await editor.get('operator/drama_unlocks?id=d_rain')).data.list
    expect(counts).toEqual([{ no: 3, viewers: 1 }])
    for (const numbers of [{ 3: 4 }, { 3: 9 }, { 1: 3 }]) {
      expect((await save({ numbers })).data).toMatchObject({ fields: ['numbers'] })
    }
  })

  test('wrong fields are refused where they are', async () => {
    const cases: [object, string][] = [
      [{ title: { en: 'x'.repeat(121) } }, 'title.en'],
      [{ colour: 'red' }, 'colour'],
      [{ default_price: -1 }, 'default_price'],
      [{ cover: 'cover-0123456789abcdef.webp' }, 'cover'],
      [{ numbers: { 0: 1 } }, 'numbers.0']
    ]
    for (const [change, field] of cases) {
      const { code, data } = await save(change)
      expect([code, data.fields]).toEqual([4001, [field]])
    }
    expect((await editor.post('operator/drama_save', { id: 'd_none', version: 1 })).code).toBe(4204)
    const analyst = (await signInMember(server, { role: 'analyst' })).client
    expect((await analyst.post('operator/drama_save', { id: 'd_rain', version: 1 })).status).toBe(403)
  })

  async function createDraft() {
    const created = await editor.post('operator/drama_create', { slug: 'dawn', title: 'Dawn', lang: 'en' })
    expect([created.code, created.data?.drama?.state]).toEqual([200, 'draft'])
    expect(created.data.drama.copied).toEqual(['title.pt', 'title.es', 'title.zh-cn', 'title.zh-tw'])
  }

  async function expectHidden() {
    const viewer = await signIn(server)
    expect((await detail('d_dawn')).code).toBe(4204)
    expect((await viewer.post('/drama/play', { episode_id: 'e_dawn_1' })).code).toBe(4204)
    expect((await viewer.get('/drama/episodes', { drama_id: 'd_dawn' })).code).toBe(4204)
    for (const path of [
      '/index/home',
      '/index/discover',
      '/index/feed',
      '/index/rank?type=new',
      '/search/index?keyword=dawn'
    ])
      expect(JSON.stringify(await viewerSees(path))).not.toContain('d_dawn')
    expect(await (await server.fetch('/sitemap.xml')).text()).not.toContain('d_dawn')
    const page = await server.fetch('/drama/d_dawn')
    expect(await page.text()).not.toContain('Dawn')
    expect((await server.fetch('/m/opening/d_dawn/1')).status).toBe(204)
    const labels = await server.db.selectFrom('drama_labels').select('drama_id').execute()
    expect(labels.some(({ drama_id }) => drama_id === 'd_dawn')).toBe(false)
    const documents = await server.db.selectFrom('search_documents').select('drama_id').execute()
    expect(documents.some(({ drama_id }) => drama_id === 'd_dawn')).toBe(false)
  }

  test('a draft is nowhere to be seen until it is published, also after its package has come', async () => {
    await createDraft()
    expect((await editor.post('operator/drama_create', { slug: 'dawn', title: 'Dawn', lang: 'en' })).data).toEqual({
      fields: ['slug'],
      reason: 'drama_exists'
    })
    expect((await editor.post('operator/drama_publish', { id: 'd_dawn' })).data).toEqual({ reason: 'no_package' })
    await expectHidden()
    for (const synopsis of ['first', 'second']) {
      writeDrama(server.catalogueDir, dawn, drama => ({ ...drama, synopsis: texts(synopsis) }))
      await server.loader.scan()
      await expectHidden()
    }
    expect(await show('d_dawn')).toMatchObject({ state: 'draft', has_films: true, title: { en: 'Dawn', pt: 'Dawn' } })
    server.clock.advance(HOUR_MS)
    expect((await editor.post('operator/drama_publish', { id: 'd_dawn' })).code).toBe(200)
    expect((await detail('d_dawn')).data.drama).toMatchObject({ title: 'Dawn', is_new: true })
    const row = await server.db.selectFrom('dramas').select('online_at').where('id', '=', 'd_dawn').executeTakeFirst()
    expect(row?.online_at.getTime()).toBe(server.clock.now())
    expect((await show('d_dawn')).state).toBe('online')
  })

  test('a draft whose settings are empty is not finished, has no rating, and comes after all others', async () => {
    await createDraft()
    const empty = { is_finished: false, age_rating: null, sort: null, began_as_draft: true }
    expect(await show('d_dawn')).toMatchObject(empty)
    // As the description that the server writes for an upload.
    writeDrama(server.catalogueDir, dawn, drama => ({
      ...drama,
      age_rating: '',
      is_finished: false,
      sort: LAST_PLACE
    }))
    writeDrama(server.catalogueDir, { ...dawn, slug: 'zoo', sort: 7 })
    await server.loader.scan()
    expect((await editor.post('operator/drama_publish', { id: 'd_dawn' })).code).toBe(200)
    expect(await show('d_dawn')).toMatchObject({ ...empty, state: 'online', package: { sort: null } })
    expect((await detail('d_dawn')).data.drama).toMatchObject({ is_finished: false, age_rating: '' })
    const places = async () => {
      const { rows } = await sql<{
        id: string
      }>`select id from dramas where status = 'online' order by sort, id`.execute(server.db)
      return rows.map(({ id }) => id)
    }
    expect((await places()).at(-1)).toBe('d_dawn')
    expect((await save({ sort: -1 }, 'd_dawn')).data.drama).toMatchObject({ sort: -1, began_as_draft: true })
    expect((await places())[0]).toBe('d_dawn')
    expect((await save({ sort: null }, 'd_dawn')).data.drama.sort).toBeNull()
    expect((await places()).at(-1)).toBe('d_dawn')
    expect(await show('d_zoo')).toMatchObject({ sort: 7, began_as_draft: false })
  })

  test('a draft is published at its time, once over several servers, and not after it was cancelled', async () => {
    await createDraft()
    writeDrama(server.catalogueDir, dawn)
    await server.loader.scan()
    const at = server.clock.now() + HOUR_MS
    expect((await editor.post('operator/drama_publish_at', { id: 'd_dawn', at: server.clock.now() })).data.reason).toBe(
      'in_past'
    )
    expect((await editor.post('operator/drama_publish_at', { id: 'd_rain', at })).data.reason).toBe('already_online')
    const log = createLog('silent')
    const assets = new AssetRegistry()
    const withFilms = new AssetRegistry()
    await new PackageLoader({
      db: server.db,
      clock: server.clock,
      assets: withFilms,
      roots: [server.catalogueDir]
    }).scan()
    const { db, clock } = server
    const withPackage = { db, clock, random: systemRandom, assets: withFilms, log }
    const withoutPackage = { db, clock, random: systemRandom, assets, log }
    const runAll = async () => {
      const now = new Date(server.clock.now())
      const done = await Promise.all(
        [withPackage, withoutPackage, withPackage].map(options => publishDue(options, now))
      )
      return done.flat()
    }
    expect((await editor.post('operator/drama_publish_at', { id: 'd_dawn', at })).data.drama.publish_at).toBe(
      new Date(at).toISOString()
    )
    expect(
      (await editor.get('operator/drama_list?filter=scheduled')).data.list.map(({ id }: { id: string }) => id)
    ).toEqual(['d_dawn'])
    expect(await runAll()).toEqual([])
    expect((await editor.post('operator/drama_publish_at', { id: 'd_dawn', at: null })).code).toBe(200)
    server.clock.advance(2 * HOUR_MS)
    expect(await runAll()).toEqual([])
    await expectHidden()
    expect((await editor.post('operator/drama_publish_at', { id: 'd_dawn', at: server.clock.now() + 1000 })).code).toBe(
      200
    )
    server.clock.advance(2000)
    expect(await runAll()).toEqual(['d_dawn'])
    expect((await detail('d_dawn')).code).toBe(200)
    expect((await show('d_dawn')).publish_at).toBeNull()
    const entries = await db
      .selectFrom('operator_log')
      .innerJoin('operator_results', 'operator_results.entry_id', 'operator_log.id')
      .selectAll()
      .where('operator', 'like', 'job:%')
      .execute()
    expect(entries).toHaveLength(1)
    const [entry] = entries
    expect(entry).toMatchObject({
      operator: 'job:drama_publication',
      action: 'drama_publish',
      subject: 'd_dawn',
      address: hostname(),
      code: 200
    })
    expect(JSON.parse(entry?.detail ?? '')).toMatchObject({ id: 'd_dawn', scheduled_by: editorEmail })
    expect(JSON.parse(entry?.state_before ?? '')).toMatchObject({ state: 'draft', scheduled_by: editorEmail })
    expect(JSON.parse(entry?.state_after ?? '')).toMatchObject({
      state: 'online',
      publish_at: null,
      scheduled_by: null
    })
  })

  test('before it goes offline, an operator sees who owns it, what is refunded, and which campaigns begin with it', async () => {
    const viewer = await signIn(server)
    await giveCoins(server, viewer.userId, 100, 50)
    for (const no of [3, 4])
      await viewer.post('/drama/unlock', { episode_id: `e_rain_${no}`, expect_price: 60 }, newKey())
    await server.db
      .insertInto('campaigns')
      .values({
        lpid: 'spring',
        name: 'Spring',
        status: 'active',
        start_drama_id: 'd_rain',
        start_episode_no: 1,
        free_episodes_override: null,
        created_at: new Date(server.clock.now())
      })
      .execute()
    const { data } = await editor.get('operator/drama_offline_effects?id=d_rain')
    expect(data).toMatchObject({
      owners: 1,
      unlocks: 2,
      campaign_count: 1,
      campaigns: [{ lpid: 'spring', name: 'Spring' }]
    })
    expect(data.refund_coins + data.refund_bonus).toBe(120)
    expect(Date.parse(data.watchable_until) - server.clock.now()).toBe(30 * 24 * HOUR_MS)
    expect((await editor.post('operator/drama_unpublish', { id: 'd_rain' })).code).toBe(200)
    expect((await viewer.post('/drama/play', { episode_id: 'e_rain_3' })).code).toBe(200)
    expect((await save({ title: { en: 'Still edited' } })).code).toBe(200)
    expect((await detail()).code).toBe(4204)
    expect((await editor.post('operator/drama_publish', { id: 'd_rain' })).code).toBe(200)
    expect((await detail()).data.drama.title).toBe('Still edited')
  })

  test('the list finds dramas in every state by id and titles of all languages, page by page', async () => {
    await createDraft()
    const ids = async (query: string) =>
      (await editor.get(`operator/drama_list?${query}`)).data.list.map(({ id }: { id: string }) => id)
    expect((await ids('sort=id')).toSorted()).toEqual(['d_dawn', 'd_gate', 'd_moon', 'd_rain'])
    expect(await ids('q=daw')).toEqual(['d_dawn'])
    expect(await ids('q=d_rain')).toEqual(['d_rain'])
    expect(await ids('q=rain zh')).toEqual(['d_rain'])
    expect(await ids(`q=${encodeURIComponent("'| ! & <->")}`)).toEqual([])
    expect(await ids('filter=draft')).toEqual(['d_dawn'])
    expect(await ids('filter=needs_texts')).toEqual(['d_dawn'])
    await save({ title: { 'zh-cn': '黎明之前' } }, 'd_dawn')
    expect(await ids(`q=${encodeURIComponent('黎明')}`)).toEqual(['d_dawn'])
    await editor.post('operator/drama_unpublish', { id: 'd_moon' })
    expect(await ids('filter=offline')).toEqual(['d_moon'])
    expect(await ids('filter=online&sort=plays')).toEqual(['d_rain', 'd_gate'])
    for (const sort of ['updated', 'plays', 'id']) {
      const found: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { data } = await editor.get(
          `operator/drama_list?sort=${sort}&page_size=1${cursor && `&cursor=${cursor}`}`
        )
        found.push(...data.list.map(({ id }: { id: string }) => id))
        cursor = data.next_cursor
      }
      expect(found.toSorted()).toEqual(['d_dawn', 'd_gate', 'd_moon', 'd_rain'])
    }
  })

  test('the audit log has the state before and after', async () => {
    await save({ title: { en: 'Logged' } })
    const { rows } = await sql<{ before: string; after: string }>`
      select state_before as before, state_after as after from operator_log
      join operator_results on entry_id = operator_log.id where action = 'drama_save'`.execute(server.db)
    expect(rows[0]?.before).toContain('rain en')
    expect(rows[0]?.after).toContain('Logged')
  })
})
