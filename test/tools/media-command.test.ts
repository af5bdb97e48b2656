import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeBucket, md5, openFakeBucket } from '../server/support/fakes/fake-bucket.js'
import { writeCatalogue } from '../server/support/package-fixture.js'
import { bundleCli } from '../support/cli-program.js'

const programFolder = mkdtempSync(path.join(tmpdir(), 'drama-media-command-'))
let program = ''
beforeAll(async () => {
  program = await bundleCli(programFolder)
})
afterAll(() => rmSync(programFolder, { recursive: true, force: true }))

let bucket: FakeBucket
let folder: string
beforeEach(async () => {
  bucket = await openFakeBucket('filmes 雨')
  bucket.pageSize = 7
  folder = mkdtempSync(path.join(tmpdir(), 'drama-media-'))
  writeCatalogue(folder)
})
afterEach(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Run {
  code: number | null
  text: string
}

function runMedia(args: string[], env: Record<string, string> = bucket.env, onStart?: (stop: () => void) => void) {
  const settings = { PATH: process.env.PATH ?? '', CATALOGUE_DIRS: `${folder},${folder}/none`, ...env }
  const child = spawn(process.execPath, [program, 'media', ...args], { env: settings })
  onStart?.(() => child.kill('SIGINT'))
  return new Promise<Run>(resolve => {
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk))
    child.once('close', code => resolve({ code, text }))
  })
}

const puts = () => bucket.requests.filter(({ method }) => method === 'PUT').map(({ key }) => key)
/** Eight objects and two captions for each of 13 episodes, two pictures for each of 3 dramas. */
const OBJECT_COUNT = 13 * 10 + 3 * 2

test('everything is sent once under the hash of its content; a second run sends nothing', async () => {
  const first = await runMedia(['push'])
  expect(first).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^✓ d_\w+ {2}\d+ sent \(0\.0 MB\), 0 there already$/m)
  })
  expect(new Set(puts()).size).toBe(OBJECT_COUNT)
  expect(puts()).toHaveLength(OBJECT_COUNT)
  expect(bucket.files.size).toBe(OBJECT_COUNT)
  expect([...bucket.files.keys()].every(key => /^filmes 雨\/d_\w+\/((cover|banner)-)?[0-9a-f]+\.\w+$/.test(key))).toBe(
    true
  )
  bucket.clearFaults()
  expect(await runMedia(['push'])).toMatchObject({ code: 0 })
  expect(puts()).toEqual([])
  expect(await runMedia(['verify', folder])).toMatchObject({ code: 0 })
  expect(await runMedia(['verify', '--read', path.join(folder, 'rain')])).toMatchObject({ code: 0 })
}, 60_000)

test('what is missing, cut or other in the bucket is told, and sent again alone', async () => {
  await runMedia(['push'])
  const [one = '', two = '', three = ''] = [...bucket.files.keys()].filter(key => key.endsWith('.m4s'))
  bucket.files.delete(one)
  bucket.files.set(two, Buffer.from('short'))
  bucket.files.set(three, Buffer.from(`${bucket.files.get(three)}`.replace(/.$/, '!')))
  bucket.metadata.delete(three)
  const verified = await runMedia(['verify'])
  expect(verified.code).toBe(1)
  expect(verified.text).toContain(`${one.slice('filmes 雨/'.length)} is missing`)
  expect(verified.text).toContain(`${three.slice('filmes 雨/'.length)} is not the same`)
  expect((await runMedia(['verify', '--read'])).code).toBe(1)
  bucket.clearFaults()
  expect((await runMedia(['push'])).code).toBe(0)
  expect(puts().sort()).toEqual([one, two, three].sort())
}, 60_000)

test('where the bucket encrypts, its tag counts for nothing, and what is there is still known', async () => {
  bucket.etagOf = content => md5(Buffer.concat([content, Buffer.from('key')]))
  await runMedia(['push', path.join(folder, 'moon')])
  bucket.clearFaults()
  expect((await runMedia(['push', path.join(folder, 'moon')])).code).toBe(0)
  expect(puts()).toEqual([])
})

test('it goes through bad moments, and goes on where it was stopped', async () => {
  bucket.addFault({ kind: 'status', status: 503, code: 'SlowDown' }, 5, 'PUT')
  bucket.addFault({ kind: 'reset' }, 3, 'PUT')
  let stop: () => void = () => undefined
  const running = runMedia(['push'], bucket.env, given => {
    stop = given
  })
  await expect.poll(() => bucket.files.size).toBeGreaterThan(3)
  stop()
  const stopped = await running
  expect(stopped).toMatchObject({ code: 130, text: expect.stringContaining('stopped') })
  const keptKeys = new Set(bucket.files.keys())
  expect(keptKeys.size).toBeLessThan(OBJECT_COUNT)
  bucket.clearFaults()
  expect((await runMedia(['push'])).code).toBe(0)
  expect(bucket.files.size).toBe(OBJECT_COUNT)
  expect(puts().filter(key => keptKeys.has(key))).toEqual([])
}, 60_000)

test('objects that are in the bucket alone are there; a damaged one here is not sent', async () => {
  await runMedia(['push'])
  rmSync(path.join(folder, 'rain', 'objects'), { recursive: true })
  expect((await runMedia(['push'])).code).toBe(0)
  const [name = ''] = readdirSync(path.join(folder, 'moon', 'objects'))
  writeFileSync(path.join(folder, 'moon', 'objects', name), 'damaged')
  bucket.clearFaults()
  const damaged = await runMedia(['push'])
  expect(damaged).toMatchObject({ code: 1, text: expect.stringContaining(`${name} is damaged`) })
  expect(puts()).toEqual([])
}, 60_000)

test('what is wrong is one line without a secret', async () => {
  const wrong = await runMedia(['push'], { ...bucket.env, S3_SECRET_ACCESS_KEY: 'hunter2' })
  expect(wrong).toEqual({ code: 1, text: '✗ the bucket answered 403 SignatureDoesNotMatch\n' })
  expect((await runMedia(['push'], {})).text).toBe('✗ MEDIA_BUCKET is not set\n')
  expect((await runMedia(['push', folder], { MEDIA_BUCKET: 's3://x' })).text).toMatch(/^✗ MEDIA_BUCKET: .*\n$/)
  const empty = mkdtempSync(path.join(folder, 'empty-'))
  expect((await runMedia(['push', empty])).text).toBe(`✗ no package in ${empty}\n`)
  expect(await runMedia([])).toMatchObject({ code: 2, text: expect.stringContaining('Usage: drama media') })
  for (const args of [['pull'], ['push', '--read'], ['push', '--force'], ['push', '']]) {
    expect(await runMedia(args)).toEqual({ code: 2, text: expect.stringMatching(/^✗ .+\n$/) })
  }
}, 60_000)

test('with --json the result is one document, also where the bucket lacks something', async () => {
  const moon = path.join(folder, 'moon')
  const pushed = await runMedia(['push', moon, '--json'])
  const [drama] = JSON.parse(pushed.text).list
  expect(pushed.code).toBe(0)
  expect(drama).toMatchObject({ drama_id: 'd_moon', sent: puts().length, present: 0, problems: [] })
  const [key = ''] = bucket.files.keys()
  bucket.files.delete(key)
  const verified = await runMedia(['verify', moon, '--json'])
  const problems = [expect.stringContaining('is missing')]
  expect([verified.code, JSON.parse(verified.text)]).toEqual([
    1,
    {
      list: [{ drama_id: 'd_moon', sent: 0, sent_bytes: 0, present: drama.sent - 1, problems }],
      is_complete: false
    }
  ])
  const { code, text } = await runMedia(['push', '--json'], {})
  expect([code, JSON.parse(text)]).toEqual([2, { error: { code: 'no_bucket', msg: 'MEDIA_BUCKET is not set' } }])
}, 60_000)
