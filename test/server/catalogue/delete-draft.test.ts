import { existsSync, readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BrokenPackage, readPackage } from '../../../server/modules/catalogue/package/package-folder.js'
import { storePackage } from '../../../server/modules/catalogue/package/package-writes.js'
import { toUploadFolder } from '../../../server/modules/ingest/upload-files.js'
import { signIn } from '../support/api-client.js'
import { type ConsoleClient, signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { writeDrama } from '../support/package-fixture.js'
import { engines } from '../support/servers/test-database.js'
import { createTusClient } from '../support/tus-client.js'

const dawn = { slug: 'dawn', episodes: 3, free: 1 }

describe.each(engines)('deleted drafts on %s', engine => {
  let server: TestServer
  let editor: ConsoleClient
  beforeEach(async () => {
    const ingestProgram = { findProblem: async () => null, run: async () => ({ failure: null }) }
    server = await openTestServer({ engine, ingestProgram })
    editor = (await signInMember(server, { role: 'editor' })).client
  })
  afterEach(() => server.close())

  const createDraft = () => editor.post('operator/drama_create', { slug: 'dawn', title: 'Dawn', lang: 'en' })
  const remove = (id = 'd_dawn', version = 1) => editor.post('operator/drama_delete', { id, version })
  const read = async () => (await editor.get('operator/drama_show?id=d_dawn')).code
  const viewerSees = async () => (await (await server.fetch('/drama/detail?drama_id=d_dawn')).json()).code

  async function loadFilms(): Promise<string> {
    const folder = writeDrama(server.catalogueDir, dawn)
    await server.loader.scan()
    return folder
  }

  test('nothing is left of a draft: films, uploads and jobs are gone, and its name is free again', async () => {
    await createDraft()
    const folder = await loadFilms()
    const tus = createTusClient(server, editor)
    await tus.upload('1.mp4', 'one', 'd_dawn')
    const { job } = (await editor.post('operator/ingest_start', { drama_id: 'd_dawn' })).data
    await editor.post('operator/ingest_cancel', { id: job.id })
    await tus.upload('2.mp4', 'two', 'd_dawn')
    const other = await tus.upload('1.mp4', 'one', 'd_rain')
    expect(await remove()).toMatchObject({ code: 200, data: { id: 'd_dawn' } })
    expect(await read()).toBe(4204)
    expect(existsSync(folder)).toBe(false)
    expect(readdirSync(server.catalogueDir).filter(name => name.includes('dawn'))).toEqual([])
    expect(readdirSync(toUploadFolder(server.config)).toSorted()).toEqual([other, `${other}.json`])
    for (const table of ['uploads', 'ingest_jobs', 'episodes', 'drama_entries', 'drama_edits'] as const) {
      const rows = await server.db.selectFrom(table).select('drama_id').where('drama_id', '=', 'd_dawn').execute()
      expect(rows, table).toEqual([])
    }
    await server.loader.scan()
    expect(await viewerSees()).toBe(4204)
    expect((await createDraft()).code).toBe(200)
  })

  test('a package that was read before the draft was deleted does not become a drama', async () => {
    await createDraft()
    const loaded = await readPackage(await loadFilms())
    expect((await remove()).code).toBe(200)
    await expect(storePackage(server.db, loaded, new Date(server.clock.now()))).rejects.toThrow(BrokenPackage)
    expect(await viewerSees()).toBe(4204)
  })

  test('what was published, changed since, or is being processed stays', async () => {
    const expectRefusal = async (fields: string[], reason: string, version = 1) => {
      expect((await remove('d_dawn', version)).data).toEqual({ fields, reason })
      expect(await read()).toBe(200)
    }
    expect((await remove('d_rain')).data).toEqual({ fields: ['id'], reason: 'was_published' })
    expect((await remove('d_none')).code).toBe(4204)
    await createDraft()
    await editor.post('operator/drama_save', { id: 'd_dawn', version: 1, title: { pt: 'Aurora' } })
    await expectRefusal(['version'], 'changed_meanwhile')
    await createTusClient(server, editor).upload('1.mp4', 'one', 'd_dawn')
    const { job } = (await editor.post('operator/ingest_start', { drama_id: 'd_dawn' })).data
    await expectRefusal(['id'], 'job_running', 2)
    expect((await editor.get('operator/upload_list?drama_id=d_dawn')).data.list).toHaveLength(1)
    await editor.post('operator/ingest_cancel', { id: job.id })
    const folder = await loadFilms()
    await editor.post('operator/drama_publish', { id: 'd_dawn' })
    await expectRefusal(['id'], 'was_published', 2)
    await editor.post('operator/drama_unpublish', { id: 'd_dawn' })
    await expectRefusal(['id'], 'was_published', 2)
    expect(existsSync(folder)).toBe(true)
  })

  test('what viewers or campaigns have of it keeps a draft', async () => {
    await createDraft()
    const folder = await loadFilms()
    const { userId } = await signIn(server)
    const at = new Date(server.clock.now())
    const { db } = server
    const watched = {
      user_id: userId,
      drama_id: 'd_dawn',
      episode_no: 1,
      position_s: 1,
      duration_s: 60,
      updated_at: at
    }
    await db.insertInto('drama_progress').values(watched).execute()
    expect((await remove()).data).toEqual({ fields: ['id'], reason: 'is_watched' })
    await db.deleteFrom('drama_progress').execute()
    const campaign = { lpid: 'spring', name: 'Spring', status: 'closed' as const, created_at: at }
    const start = { start_drama_id: 'd_dawn', start_episode_no: 1, free_episodes_override: null }
    await db
      .insertInto('campaigns')
      .values({ ...campaign, ...start })
      .execute()
    expect((await remove()).data).toEqual({ fields: ['id'], reason: 'has_campaign' })
    expect(existsSync(folder)).toBe(true)
    await db.deleteFrom('campaigns').where('lpid', '=', 'spring').execute()
    expect((await remove()).code).toBe(200)
  })

  test('a server without the films of a draft does not delete it', async () => {
    await createDraft()
    await loadFilms()
    const other = await openTestServer({ engine, db: server.db, catalogueDirs: [], clock: server.clock })
    const { client } = await signInMember(other, { role: 'editor' })
    expect((await client.post('operator/drama_delete', { id: 'd_dawn', version: 1 })).data).toEqual({
      fields: ['id'],
      reason: 'no_package'
    })
    await other.close()
    expect(await read()).toBe(200)
  })

  test('of two deletions at once, one finds the draft gone', async () => {
    await createDraft()
    await loadFilms()
    const answers = await Promise.all([remove(), remove()])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 4204])
    const entries = await server.db
      .selectFrom('operator_log')
      .innerJoin('operator_results', 'operator_results.entry_id', 'operator_log.id')
      .select(['subject', 'state_before', 'state_after'])
      .where('action', '=', 'drama_delete')
      .where('code', '=', 200)
      .execute()
    expect(entries).toMatchObject([{ subject: 'd_dawn', state_after: 'null' }])
    expect(entries[0]?.state_before).toContain('Dawn')
  })
})
