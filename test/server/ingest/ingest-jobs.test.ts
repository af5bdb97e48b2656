import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LAST_PLACE } from '../../../contract/drama-defaults.js'
import { createLog } from '../../../server/lib/log.js'
import { systemRandom } from '../../../server/lib/random.js'
import { startIngestJob } from '../../../server/modules/ingest/ingest-job.js'
import type {
  IngestProblem,
  IngestProgram,
  IngestRun,
  IngestRunResult
} from '../../../server/modules/ingest/ingest-program.js'
import { claimJob, endExpiredLeases } from '../../../server/modules/ingest/ingest-queue.js'
import { runIngestJob } from '../../../server/modules/ingest/run-ingest-job.js'
import { readAttention } from '../../../server/modules/today/attention.js'
import { type ConsoleClient, signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'
import { createTusClient, type TusClient } from '../support/tus-client.js'

const log = createLog('silent')
const monitor = { register: () => undefined, run: (_job: string, work: () => Promise<void>) => work() }

describe.each(engines)('ingest jobs on %s', engine => {
  let server: TestServer
  let client: ConsoleClient
  let tus: TusClient
  let problem: IngestProblem | null = null
  let run: (run: IngestRun) => Promise<IngestRunResult>
  const ingestProgram: IngestProgram = { findProblem: async () => problem, run: options => run(options) }

  beforeAll(async () => {
    server = await openTestServer({ engine, ingestProgram })
    const now = new Date(server.clock.now())
    const draft = { version: 1, fields: '{"title":{"pt":"Um novo"}}', is_draft: true, created_at: now, created_by: 'x' }
    for (const drama_id of ['d_new', 'd_other'])
      await server.db
        .insertInto('drama_edits')
        .values({ drama_id, ...draft, updated_at: now, updated_by: 'x' })
        .execute()
    client = (await signInMember(server, { role: 'editor' })).client
    tus = createTusClient(server, client)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    problem = null
    run = async () => ({ failure: null })
    await server.db.deleteFrom('uploads').execute()
    await server.db.deleteFrom('ingest_jobs').execute()
  })

  const context = () => ({
    db: server.db,
    config: server.config,
    clock: server.clock,
    random: systemRandom,
    log,
    ingestProgram,
    findPackageFolder: (dramaId: string) => (dramaId === 'd_new' ? null : join(server.catalogueDir, dramaId.slice(2))),
    progressIntervalMs: 20
  })
  const start = async (dramaId = 'd_rain') => client.post('operator/ingest_start', { drama_id: dramaId })
  const show = async (id: string) => (await client.get(`operator/ingest_show?id=${id}`)).data.job

  async function runNext(signal = new AbortController().signal): Promise<void> {
    const job = await claimJob(server.db, { holder: 'this server', now: new Date(server.clock.now()) })
    if (job === undefined) throw new Error('no job waits')
    await runIngestJob(context(), { job, holder: 'this server' }, signal)
  }

  test('runs with the files under their numbers, tells its progress, and removes them once they are episodes', async () => {
    const film = await tus.upload('EP 07 final.mov', 'seven')
    const captions = await tus.upload('7.pt-BR.vtt', 'WEBVTT')
    const left = await tus.upload('trailer.mp4', 'no number')
    const { job } = (await start()).data
    expect(job).toMatchObject({ state: 'queued', drama_id: 'd_rain', log: [] })
    let seen: unknown
    run = async ({ source, target, onProgress }) => {
      expect(target).toBe(join(server.catalogueDir, 'rain'))
      expect(readdirSync(source).toSorted()).toEqual(['007.mov', '007.pt.vtt'])
      expect(await readlink(join(source, '007.mov'))).toBe(join(server.config.dataDir, 'uploads', film))
      onProgress({ event: 'begin', episodes: 2 })
      onProgress({ event: 'episode', file: '007.mov', done: 1 })
      onProgress({ event: 'percent', percent: 40 })
      onProgress({ event: 'log', line: '  episode 7  007.mov  2 s' })
      await expect.poll(async () => (await show(job.id)).percent, { timeout: 5_000 }).toBe(40)
      seen = await show(job.id)
      return { failure: null }
    }
    await runNext()
    expect(seen).toMatchObject({
      state: 'running',
      episodes_done: 1,
      episodes_total: 2,
      current_file: 'EP 07 final.mov',
      log: ['  episode 7  EP 07 final.mov  2 s']
    })
    expect(await show(job.id)).toMatchObject({ state: 'done', episodes_done: 2, failure: null })
    const { data } = await client.get('operator/upload_list?drama_id=d_rain')
    expect(data.list.map(({ id }: { id: string }) => id)).toEqual([left])
    for (const id of [film, captions]) expect(existsSync(join(server.config.dataDir, 'uploads', id))).toBe(false)
    expect(readdirSync(join(server.config.dataDir, 'ingest'))).toEqual([])
  })

  test('a drama without a package gets a minimal description: not finished, without a rating, after all others', async () => {
    await tus.upload('1.mp4', 'one', 'd_new')
    await start('d_new')
    run = async ({ source, target }) => {
      expect(target).toBe(join(server.config.catalogueDirs[0] ?? '', 'new'))
      expect(JSON.parse(await readFile(join(source, 'drama.json'), 'utf8'))).toEqual({
        slug: 'new',
        title: 'Um novo',
        age_rating: '',
        is_finished: false,
        sort: LAST_PLACE
      })
      return { failure: null }
    }
    await runNext()
  })

  test('the numbers are those that viewers see: a moved episode is replaced where its film is', async () => {
    const now = new Date(server.clock.now())
    const edits = { version: 1, fields: '{"numbers":{"2":9}}', created_at: now, created_by: 'x' }
    await server.db
      .insertInto('drama_edits')
      .values({ drama_id: 'd_rain', ...edits, updated_at: now, updated_by: 'x' })
      .execute()
    await tus.upload('9.mp4', 'nine')
    const first = (await start()).data.job
    run = async ({ source }) => {
      expect(readdirSync(source)).toEqual(['002.mp4'])
      return { failure: null }
    }
    await runNext()
    expect(await show(first.id)).toMatchObject({ state: 'done', failure: null })
    await tus.upload('2.mp4', 'two')
    const { job } = (await start()).data
    await runNext()
    expect(await show(job.id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('now episode 9') })
    await server.db.deleteFrom('drama_edits').where('drama_id', '=', 'd_rain').execute()
  })

  test('a broken film fails with its line and its file, needs a person, and goes on after it is removed', async () => {
    const good = await tus.upload('1.mp4', 'good')
    const broken = await tus.upload('<b>2.mp4', 'broken')
    const { job } = (await start()).data
    run = async () => ({ failure: '002.mp4: broken or not a video (moov atom not found)' })
    await runNext()
    expect(await show(job.id)).toMatchObject({
      state: 'failed',
      failure_kind: 'broken_file',
      failure: '<b>2.mp4: broken or not a video (moov atom not found)',
      failed_upload_id: broken
    })
    const attention = async () => {
      const items = await readAttention({
        ...context(),
        config: server.config,
        isClockTrusted: () => true,
        now: new Date(server.clock.now())
      })
      return items.find(({ kind }) => kind === 'failed_ingests')?.count ?? 0
    }
    expect(await attention()).toBe(1)
    expect((await client.post('operator/upload_remove', { id: broken })).code).toBe(200)
    expect((await client.post('operator/ingest_retry', { id: job.id })).data.job.state).toBe('queued')
    expect(await attention()).toBe(0)
    run = async ({ source }) => {
      expect(readdirSync(source)).toEqual(['001.mp4'])
      return { failure: null }
    }
    await runNext()
    expect(await show(job.id)).toMatchObject({ state: 'done', failure: null })
    expect(existsSync(join(server.config.dataDir, 'uploads', good))).toBe(false)
  })

  test.each([
    ['ffmpeg was not found on PATH; install ffmpeg 5 or later', 'no_ffmpeg'],
    ["ENOSPC: no space left on device, write '001.mp4'", 'no_space'],
    ["EACCES: permission denied, mkdtemp '/x'", 'not_writable'],
    ['something else', 'other']
  ])('the failure %o is of the kind %s', async (failure, kind) => {
    await tus.upload('1.mp4', 'one')
    const { job } = (await start()).data
    run = async () => ({ failure })
    await runNext()
    expect(await show(job.id)).toMatchObject({ state: 'failed', failure_kind: kind })
  })

  test('without ffmpeg nothing starts, and the page can say so before anything is uploaded', async () => {
    await tus.upload('1.mp4', 'one')
    problem = 'no_ffmpeg'
    expect((await client.get('operator/ingest_setup')).data.problem).toBe('no_ffmpeg')
    expect(await start()).toMatchObject({ code: 4001, data: { fields: ['drama_id'], reason: 'no_ffmpeg' } })
    expect(await server.db.selectFrom('ingest_jobs').selectAll().execute()).toEqual([])
  })

  test('a drama has one job at a time, and its files stay as they are meanwhile', async () => {
    expect((await start()).data).toMatchObject({ reason: 'nothing_to_process' })
    const id = await tus.upload('1.mp4', 'one')
    const answers = await Promise.all([start(), start(), start()])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ data }) => data?.reason === 'job_running')).toHaveLength(2)
    expect((await client.post('operator/upload_set', { id, episode_no: 2 })).data.reason).toBe('in_use')
    expect((await client.post('operator/upload_remove', { id })).data.reason).toBe('in_use')
    expect(await tus.remove(id)).toMatchObject({ status: 409, reason: 'in_use' })
    const [job] = answers.flatMap(({ data }) => data.job ?? [])
    expect((await client.post('operator/ingest_retry', { id: job.id })).data.reason).toBe('not_ended')
    expect((await client.post('operator/ingest_cancel', { id: job.id })).data.job.state).toBe('cancelled')
    expect((await client.post('operator/upload_set', { id, episode_no: 2 })).code).toBe(200)
    expect((await client.post('operator/ingest_cancel', { id: 'ij_0' })).data.reason).toBe('no_job')
  })

  test('a job that runs is cancelled within an interval, and the files stay', async () => {
    const id = await tus.upload('1.mp4', 'one')
    const { job } = (await start()).data
    run = async ({ signal }) => {
      const stopped = new Promise(resolve => signal.addEventListener('abort', resolve))
      await client.post('operator/ingest_cancel', { id: job.id })
      await stopped
      return { failure: 'stopped; nothing was published' }
    }
    await runNext()
    expect(await show(job.id)).toMatchObject({ state: 'cancelled', failure: null })
    expect(existsSync(join(server.config.dataDir, 'uploads', id))).toBe(true)
  })

  test('a server that ends gives its job back, and another one runs it', async () => {
    await tus.upload('1.mp4', 'one')
    const { job } = (await start()).data
    const stopped = new AbortController()
    run = async ({ signal }) => {
      stopped.abort()
      return { failure: signal.aborted ? 'stopped; nothing was published' : 'not stopped' }
    }
    await runNext(stopped.signal)
    expect(await show(job.id)).toMatchObject({ state: 'queued', attempt: 0, failure: null })
    run = async () => ({ failure: null })
    await runNext()
    expect((await show(job.id)).state).toBe('done')
  })

  test('the job of a server that died waits again, and has failed after the third time', async () => {
    await tus.upload('1.mp4', 'one')
    const { job } = (await start()).data
    const now = new Date(server.clock.now())
    const die = async () => {
      expect((await claimJob(server.db, { holder: 'a server that died', now }))?.id).toBe(job.id)
      await endExpiredLeases(server.db, now)
      expect((await show(job.id)).state).toBe('running')
      await server.db.updateTable('ingest_jobs').set({ leased_until: sql<Date>`now() - interval '1 second'` }).execute()
      await endExpiredLeases(server.db, now)
    }
    await die()
    expect(await show(job.id)).toMatchObject({ state: 'queued', attempt: 1 })
    await die()
    await die()
    expect(await show(job.id)).toMatchObject({ state: 'failed', failure_kind: 'server_ended', attempt: 3 })
  })

  test('a server that has lost its lease stops, and writes nothing more', async () => {
    await tus.upload('1.mp4', 'one')
    const { job } = (await start()).data
    run = async ({ signal }) => {
      const stopped = new Promise(resolve => signal.addEventListener('abort', resolve))
      await server.db.updateTable('ingest_jobs').set({ lease_holder: 'another server' }).execute()
      await stopped
      return { failure: 'stopped; nothing was published' }
    }
    await runNext()
    expect(await show(job.id)).toMatchObject({ state: 'running', failure: null })
  })

  test('lists by cursor, newest first, by drama and state', async () => {
    const ids: string[] = []
    for (const drama of ['d_rain', 'd_other', 'd_rain']) {
      await tus.upload('1.mp4', 'one', drama)
      const { id } = (await start(drama)).data.job
      ids.push(id)
      if (ids.length < 3) await client.post('operator/ingest_cancel', { id })
      server.clock.advance(1)
    }
    const list = async (query: string) => (await client.get(`operator/ingest_list?${query}`)).data
    const toIds = ({ list: rows }: { list: { id: string }[] }) => rows.map(({ id }) => id)
    const first = await list('page_size=2')
    expect(toIds(first)).toEqual([ids[2], ids[1]])
    expect(toIds(await list(`page_size=2&cursor=${first.next_cursor}`))).toEqual([ids[0]])
    expect(toIds(await list('drama_id=d_rain'))).toEqual([ids[2], ids[0]])
    expect(toIds(await list('state=queued'))).toEqual([ids[2]])
  })

  test('the background job runs what waits, and gives it back when the server stops', async () => {
    await mkdir(join(server.config.dataDir, 'uploads'), { recursive: true })
    await tus.upload('1.mp4', 'one')
    const { job } = (await start()).data
    run = ({ signal }) =>
      new Promise(resolve => {
        const end = () => resolve({ failure: 'stopped; nothing was published' })
        if (signal.aborted) end()
        else signal.addEventListener('abort', end)
      })
    const stop = startIngestJob({ ...context(), random: systemRandom, monitor })
    await expect.poll(async () => (await show(job.id)).state, { timeout: 10_000 }).toBe('running')
    await stop()
    expect((await show(job.id)).state).toBe('queued')
  }, 20_000)
})
