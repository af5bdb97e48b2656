import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteOldUploads } from '../../../server/modules/ingest/upload-cleanup-job.js'
import type { MemberRole } from '../../../server/modules/member/member-role.js'
import { listen, readPort } from '../../../server/process/listen.js'
import { type ConsoleClient, createConsoleClient, signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'
import { createTusClient, encodeMetadata, readUploadId, type TusClient, tusHeaders } from '../support/tus-client.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const GIB = 1024 ** 3

interface UploadRow {
  id: string
  episode_no: number | null
}

describe.each(engines)('uploads of episodes on %s', engine => {
  let server: TestServer
  let client: ConsoleClient
  let tus: TusClient
  let freeBytes = 100 * GIB
  beforeAll(async () => {
    server = await openTestServer({
      engine,
      config: { uploadMaxBytes: 10 * GIB },
      freeUploadBytes: async () => freeBytes
    })
    const now = new Date(server.clock.now())
    const draft = { version: 1, fields: '{"title":{"pt":"Um novo"}}', is_draft: true, created_at: now, created_by: 'x' }
    for (const drama_id of ['d_other'])
      await server.db
        .insertInto('drama_edits')
        .values({ drama_id, ...draft, updated_at: now, updated_by: 'x' })
        .execute()
    client = (await signInMember(server, { role: 'editor' })).client
    tus = createTusClient(server, client)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    freeBytes = 100 * GIB
    await server.db.deleteFrom('uploads').execute()
  })

  const fileOf = (id: string) => join(server.config.dataDir, 'uploads', id)
  const list = async (dramaId = 'd_rain') => (await client.get(`operator/upload_list?drama_id=${dramaId}`)).data.list

  test('a file arrives in parts, and the name on disk is the id of the upload', async () => {
    const created = await tus.create({ name: 'EP 07 final.mov', size: 10 })
    expect(created.status).toBe(201)
    const id = readUploadId(created)
    expect(created.headers.get('Location')).toBe(`/console/api/uploads/${id}`)
    expect((await tus.patch(id, 0, 'hello')).headers.get('Upload-Offset')).toBe('5')
    expect(await list()).toMatchObject([
      { id, received: 5, size: 10, state: 'uploading', episode_no: 7, kind: 'video' }
    ])
    const head = await tus.head(id)
    expect([head.status, head.headers.get('Upload-Offset'), head.headers.get('Upload-Length')]).toEqual([
      200,
      '5',
      '10'
    ])
    expect((await tus.patch(id, 5, 'world')).status).toBe(204)
    expect(readFileSync(fileOf(id), 'utf8')).toBe('helloworld')
    expect(await list()).toMatchObject([{ state: 'uploaded', received: 10, file_name: 'EP 07 final.mov' }])
  })

  test('a wrong offset is refused, and nothing is written', async () => {
    const id = readUploadId(await tus.create({ name: '1.mp4', size: 10 }))
    await tus.patch(id, 0, 'hello')
    expect(await tus.patch(id, 0, 'HELLO')).toMatchObject({ status: 409, reason: 'offset' })
    expect(await tus.patch(id, 9, 'x')).toMatchObject({ status: 409 })
    expect(await tus.patch(id, 5, 'much too much')).toMatchObject({ status: 413 })
    expect(readFileSync(fileOf(id), 'utf8')).toBe('hello')
  })

  const roles: [MemberRole, number][] = [
    ['owner', 201],
    ['reviewer', 403],
    ['support', 403],
    ['analyst', 403]
  ]
  test.each(roles)('the role %s gets %i', async (role, status) => {
    const own = createTusClient(server, (await signInMember(server, { role })).client)
    expect((await own.create({ name: '1.mp4', size: 5 })).status).toBe(status)
  })

  test('only the console’s own page with the CSRF token of a session may change something', async () => {
    const id = readUploadId(await tus.create({ name: '1.mp4', size: 5 }))
    const refused: Record<string, string>[] = [
      { 'X-CSRF-Token': '' },
      { 'X-CSRF-Token': 'wrong' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' }
    ]
    for (const headers of refused) {
      expect((await tus.create({ name: '2.mp4', size: 5 }, headers)).status).toBe(403)
      expect((await tus.patch(id, 0, 'hello', headers)).status).toBe(403)
      expect((await tus.remove(id, headers)).status).toBe(403)
    }
    expect((await tus.head(id, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    const nobody = createTusClient(server, createConsoleClient(server))
    expect((await nobody.create({ name: '2.mp4', size: 5 })).status).toBe(401)
    expect((await nobody.head(id)).status).toBe(401)
    expect((await tus.head(id)).headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect((await server.fetch(`/console/api/uploads/${id}`, { headers: tusHeaders(client) })).status).toBe(404)
    expect(await list()).toHaveLength(1)
  })

  test('refuses what is no episode, too large, empty, or of no drama', async () => {
    const refusals = [
      [{ name: 'notes.txt', size: 5 }, 415, 'not_an_episode'],
      [{ name: '7.vtt', size: 5 }, 415, 'not_an_episode'],
      [{ name: '7.xx.vtt', size: 5 }, 415, 'not_an_episode'],
      [{ name: '.mp4/..', size: 5 }, 415, 'not_an_episode'],
      [{ name: '1.mp4', size: 10 * GIB + 1 }, 413, 'too_large'],
      [{ name: '1.mp4', size: 0 }, 400, 'empty_file'],
      [{ name: '1.mp4', size: 5, dramaId: '../../etc' }, 404, 'unknown_drama'],
      [{ name: '1.mp4', size: 5, dramaId: 'd_nowhere' }, 404, 'unknown_drama'],
      [{ name: '1.mp4', size: 5, dramaId: 'd_Has_Capitals' }, 404, 'unknown_drama']
    ] as const
    for (const [file, status, reason] of refusals) expect(await tus.create(file)).toMatchObject({ status, reason })
    expect(await server.db.selectFrom('uploads').selectAll().execute()).toEqual([])
  })

  test('refuses a file for which the disk has no room, counting those on their way', async () => {
    freeBytes = 6 * GIB
    expect((await tus.create({ name: '1.mp4', size: 3 * GIB })).status).toBe(201)
    expect(await tus.create({ name: '2.mp4', size: 3 * GIB })).toMatchObject({ status: 507, reason: 'no_space' })
    expect((await tus.create({ name: '3.mp4', size: GIB })).status).toBe(201)
  })

  test.each([
    ['../../etc/passwd.mp4', 'passwd.mp4', null],
    ['C:\\films\\12.mov', '12.mov', 12],
    ['<img src=x onerror=alert(1)> 3.mp4', '<img src=x onerror=alert(1)> 3.mp4', 3],
    ['\u202e4pm.gpj\u2066 5.mp4', '4pm.gpj 5.mp4', 5],
    ['a\u0000b\nc 6.mp4', 'a b c 6.mp4', 6],
    [`${'x'.repeat(500)} 8.mp4`, `${'x'.repeat(195)}….mp4`, null],
    ['第08集.mp4', '第08集.mp4', 8]
  ])('the hostile name %o stays text', async (name, shown, no) => {
    const id = await tus.upload(name, 'film')
    expect(await list()).toMatchObject([{ id, file_name: shown, episode_no: no }])
    expect(readdirSync(join(server.config.dataDir, 'uploads'))).toEqual(expect.arrayContaining([id, `${id}.json`]))
    expect((await tus.head(id)).status).toBe(200)
  })

  test('two files of a drama cannot have one number; captions have one for each language', async () => {
    const one = await tus.upload('1.mp4', 'one')
    const again = await tus.upload('01 final.mp4', 'again')
    const captions = await tus.upload('1.pt.vtt', 'WEBVTT')
    const other = await tus.upload('1.mp4', 'other drama', 'd_other')
    const numbers = async () =>
      Object.fromEntries((await list()).map(({ id, episode_no }: UploadRow) => [id, episode_no]))
    expect(await numbers()).toEqual({ [one]: 1, [again]: null, [captions]: 1 })
    expect(await list('d_other')).toMatchObject([{ id: other, episode_no: 1 }])
    const taken = await client.post('operator/upload_set', { id: again, episode_no: 1 })
    expect(taken).toMatchObject({ code: 4001, data: { fields: ['episode_no'], reason: 'number_taken' } })
    for (const episode_no of [0, -1, 1.5, 100_001, '2'])
      expect((await client.post('operator/upload_set', { id: again, episode_no })).data.fields).toEqual(['episode_no'])
    expect((await client.post('operator/upload_set', { id: again, episode_no: 2 })).data.upload.episode_no).toBe(2)
    expect((await client.post('operator/upload_set', { id: one, episode_no: null })).code).toBe(200)
    expect((await client.post('operator/upload_set', { id: again, episode_no: 1 })).code).toBe(200)
    const unknown = await client.post('operator/upload_set', { id: 'up_0', episode_no: 1 })
    expect(unknown.data).toMatchObject({ fields: ['id'], reason: 'unknown_upload' })
  })

  test('an upload that is removed leaves no file, by tus and by the action', async () => {
    const one = await tus.upload('1.mp4', 'one')
    const two = readUploadId(await tus.create({ name: '2.mp4', size: 5 }))
    expect((await tus.remove(two)).status).toBe(204)
    expect((await client.post('operator/upload_remove', { id: one })).code).toBe(200)
    for (const id of [one, two]) {
      expect(existsSync(fileOf(id)) || existsSync(`${fileOf(id)}.json`)).toBe(false)
      expect(await tus.head(id)).toMatchObject({ status: 404 })
      expect(await tus.patch(id, 0, 'x')).toMatchObject({ status: 404, reason: 'unknown_upload' })
    }
    expect(await list()).toEqual([])
    for (const id of ['..%2F..%2Fetc%2Fpasswd', 'up_0', `${one}.json`]) expect((await tus.head(id)).status).toBe(404)
  })

  test('a file whose server ended after its last byte counts as uploaded', async () => {
    const id = readUploadId(await tus.create({ name: '1.mp4', size: 4 }))
    writeFileSync(fileOf(id), 'film')
    expect(await list()).toMatchObject([{ id, state: 'uploaded' }])
  })

  test('old uploads and files without one are removed, but not those of a running job', async () => {
    const now = new Date(server.clock.now())
    const ageOf = (days: number) => new Date(now.getTime() - days * DAY_MS)
    const { id: job } = await server.db
      .insertInto('ingest_jobs')
      .values({ id: 'ij_kept', drama_id: 'd_kept', state: 'running', created_by: 'x', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const unfinished = readUploadId(await tus.create({ name: '1.mp4', size: 5 }))
    const recent = readUploadId(await tus.create({ name: '2.mp4', size: 5 }))
    const finished = await tus.upload('3.mp4', 'three')
    const forgotten = await tus.upload('4.mp4', 'four')
    const used = await tus.upload('5.mp4', 'five')
    const age = (id: string, days: number) =>
      server.db
        .updateTable('uploads')
        .set({ updated_at: ageOf(days) })
        .where('id', '=', id)
        .execute()
    await age(unfinished, 4)
    await age(recent, 2)
    await age(finished, 4)
    await age(forgotten, 31)
    await age(used, 31)
    await server.db.updateTable('uploads').set({ job_id: job }).where('id', '=', used).execute()
    const orphan = `up_${'0'.repeat(32)}`
    writeFileSync(fileOf(orphan), 'orphan')
    utimesSync(fileOf(orphan), ageOf(1), ageOf(1))
    expect(await deleteOldUploads({ db: server.db, config: server.config, now })).toBe(3)
    const left = (await list()).map(({ id }: { id: string }) => id)
    expect(left.toSorted()).toEqual([recent, finished, used].toSorted())
    for (const id of [unfinished, forgotten, orphan]) expect(existsSync(fileOf(id))).toBe(false)
    await server.db.deleteFrom('uploads').execute()
    await server.db.deleteFrom('ingest_jobs').execute()
  })

  describe('over the network', () => {
    let network: Server
    beforeAll(async () => {
      network = await listen(server.app, { port: 0, host: '127.0.0.1' })
    })
    afterAll(() => {
      network.closeAllConnections()
      network.close()
    })

    function startPatch(id: string, offset: number, length: number): Socket {
      const socket = connect(readPort(network), '127.0.0.1')
      socket.on('error', () => {})
      const headers = {
        ...tusHeaders(client),
        Host: 'drama.test',
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Offset': String(offset),
        'Content-Length': String(length)
      }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`PATCH /console/api/uploads/${id} HTTP/1.1\r\n${lines.join('')}\r\n`)
      return socket
    }

    const readOffset = async (id: string) => Number((await tus.head(id)).headers.get('Upload-Offset'))

    test('an upload whose connection breaks goes on where it was', async () => {
      const content = 'x'.repeat(200_000) + 'y'.repeat(100_000)
      const id = readUploadId(await tus.create({ name: '1.mp4', size: content.length }))
      const socket = startPatch(id, 0, content.length)
      socket.write(content.slice(0, 200_000))
      await expect.poll(async () => (await list())[0].received, { timeout: 10_000 }).toBe(200_000)
      socket.destroy()
      const offset = await readOffset(id)
      expect(offset).toBe(200_000)
      expect((await tus.patch(id, offset, content.slice(offset))).status).toBe(204)
      expect(readFileSync(fileOf(id), 'utf8')).toBe(content)
    }, 30_000)

    test('a second request for the same upload ends the first, and never writes beside it', async () => {
      const id = readUploadId(await tus.create({ name: '1.mp4', size: 10 }))
      const first = startPatch(id, 0, 10)
      const answer = new Promise<string>(resolve => first.once('data', data => resolve(String(data))))
      first.write('hello')
      await expect.poll(async () => (await list())[0].received, { timeout: 10_000 }).toBe(5)
      const { lock_holder } = await server.db.selectFrom('uploads').select('lock_holder').executeTakeFirstOrThrow()
      expect(lock_holder).not.toBeNull()
      expect(await readOffset(id)).toBe(5)
      await answer
      expect((await tus.patch(id, 5, 'world')).status).toBe(204)
      expect(readFileSync(fileOf(id), 'utf8')).toBe('helloworld')
      first.destroy()
    }, 30_000)

    test('the lock of a server that ended ends by itself', async () => {
      const id = readUploadId(await tus.create({ name: '1.mp4', size: 5 }))
      await server.db
        .updateTable('uploads')
        .set({ lock_holder: 'a server that ended', locked_until: sql<Date>`now() + interval '1 second'` })
        .execute()
      expect(await readOffset(id)).toBe(0)
    }, 30_000)

    test('a body larger than 64 KB passes only here', async () => {
      const size = 3_000_000
      const id = readUploadId(await tus.create({ name: '1.mp4', size }))
      const response = await fetch(`http://127.0.0.1:${readPort(network)}/console/api/uploads/${id}`, {
        method: 'PATCH',
        body: 'z'.repeat(size),
        headers: {
          ...tusHeaders(client),
          'Content-Type': 'application/offset+octet-stream',
          'Upload-Offset': '0'
        }
      })
      expect(response.status).toBe(204)
      expect(await list()).toMatchObject([{ state: 'uploaded', received: size }])
    }, 30_000)
  })

  test('metadata that is not text is refused', async () => {
    const headers = { 'Upload-Metadata': 'filename not-base64!' }
    expect((await tus.create({ name: '', size: 5 }, headers)).status).toBe(400)
    const missing = { 'Upload-Metadata': encodeMetadata({ filename: '1.mp4' }) }
    expect(await tus.create({ name: '', size: 5 }, missing)).toMatchObject({ status: 404, reason: 'unknown_drama' })
  })
})
