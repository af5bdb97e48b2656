import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMediaBucket } from '../../../server/config/media-bucket.js'
import { toBucketUrl } from '../../../server/modules/media/bucket/bucket-url.js'
import { openFakeBucket } from '../support/fakes/fake-bucket.js'
import { writeCatalogue } from '../support/package-fixture.js'
import { type BuiltServer, buildServer, type ServerProcess, startServer } from '../support/servers/server-process.js'
import { freshDatabase } from '../support/servers/test-database.js'

const keys = { S3_ACCESS_KEY_ID: 'AKIAHUNTER2', S3_SECRET_ACCESS_KEY: 'hunter2hunter2' }
const whole = { MEDIA_BUCKET: 's3://films', S3_REGION: 'eu-central-1', ...keys }

test('without a bucket there is none', () => expect(readMediaBucket({ S3_REGION: 'eu-central-1' })).toBeNull())

test('Amazon is reached by the region, the bucket in the host; other services by their endpoint, the bucket in the path', () => {
  const amazon = readMediaBucket(whole)
  expect(amazon).toMatchObject({ name: 'films', prefix: '', region: 'eu-central-1', delivery: 'proxy' })
  const own = readMediaBucket({
    ...keys,
    MEDIA_BUCKET: 's3://films/a b/ação/',
    S3_ENDPOINT: 'http://minio:9000/',
    S3_PUBLIC_ENDPOINT: 'https://media.example/s3/',
    MEDIA_DELIVERY: 'redirect'
  })
  expect(own).toMatchObject({ prefix: 'a b/ação', region: 'us-east-1', delivery: 'redirect' })
  if (amazon === null || own === null) throw new Error('no bucket')
  expect(toBucketUrl(amazon, amazon.endpoint, 'd_x/0.m4s').href).toBe(
    'https://films.s3.eu-central-1.amazonaws.com/d_x/0.m4s'
  )
  expect(toBucketUrl(own, own.endpoint, 'd_x/0.m4s').href).toBe(
    'http://minio:9000/films/a%20b/a%C3%A7%C3%A3o/d_x/0.m4s'
  )
  expect(toBucketUrl(own, own.publicEndpoint, "d_x/(')!*.m4s").href).toBe(
    'https://media.example/s3/films/a%20b/a%C3%A7%C3%A3o/d_x/%28%27%29%21%2A.m4s'
  )
})

test.each([
  ['MEDIA_BUCKET', { ...keys }],
  ['MEDIA_BUCKET', { S3_ENDPOINT: 'http://minio:9000' }],
  ['MEDIA_BUCKET', { MEDIA_DELIVERY: 'redirect' }],
  ['MEDIA_BUCKET', { ...whole, MEDIA_BUCKET: 'films' }],
  ['MEDIA_BUCKET', { ...whole, MEDIA_BUCKET: 'https://hunter2@films' }],
  ['MEDIA_BUCKET', { ...whole, MEDIA_BUCKET: 's3://Films' }],
  ['MEDIA_BUCKET', { ...whole, MEDIA_BUCKET: 's3://films/../other' }],
  ['MEDIA_BUCKET', { ...whole, MEDIA_BUCKET: 's3://films/a//b' }],
  ['MEDIA_DELIVERY', { ...whole, MEDIA_DELIVERY: 'cdn' }],
  ['S3_REGION', { ...keys, MEDIA_BUCKET: 's3://films' }],
  ['S3_ACCESS_KEY_ID', { ...whole, S3_ACCESS_KEY_ID: '' }],
  ['S3_SECRET_ACCESS_KEY', { ...whole, S3_SECRET_ACCESS_KEY: ' ' }],
  ['S3_ENDPOINT', { ...whole, S3_ENDPOINT: 'minio:9000' }],
  ['S3_ENDPOINT', { ...whole, S3_ENDPOINT: 'http://hunter2:hunter2@minio:9000' }],
  ['S3_PUBLIC_ENDPOINT', { ...whole, S3_PUBLIC_ENDPOINT: 'https://media.example/?hunter2' }],
  ['S3_PATH_STYLE', { ...whole, S3_PATH_STYLE: 'yes' }]
])('half a configuration names %s, and no secret: %j', (variable, env) => {
  expect(() => readMediaBucket(env)).toThrow(new RegExp(`^${variable}: `))
  expect(() => readMediaBucket(env)).not.toThrow(/hunter2/i)
})

describe('a start', () => {
  let server: BuiltServer
  let folder: string
  let database: string
  const running: ServerProcess[] = []
  beforeAll(async () => {
    server = await buildServer()
    database = await freshDatabase()
    folder = mkdtempSync(join(tmpdir(), 'drama-bucket-start-'))
    writeCatalogue(join(folder, 'catalogue'))
  })
  afterAll(async () => {
    for (const { child, ended } of running) {
      child.kill('SIGKILL')
      await ended
    }
    server.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = (name: string, env: Record<string, string>) => {
    const folders = { DATA_DIR: join(folder, name), CATALOGUE_DIRS: join(folder, 'catalogue') }
    const started = startServer(server.file, { ...folders, DATABASE_URL: database, ...env })
    running.push(started)
    return started
  }

  test('says where media are; what a folder has plays, and a bucket that answers later is used', async () => {
    const bucket = await openFakeBucket('a')
    bucket.addFault({ kind: 'reset' })
    const away = start('away', bucket.env)
    await away.origin()
    expect(away.output()).toMatch(
      /! media +the bucket cannot be reached \((?:UND_ERR_SOCKET|ECONNRESET)\): what lies only there/
    )
    expect(away.output()).toMatch(/✓ media +s3:\/\/films\/a at http:\/\/127\.0\.0\.1:\d+, not reached {2}\d+ ms/)
    expect(away.output()).toContain('3 dramas, 13 episodes loaded')

    bucket.clearFaults()
    const wrong = start('wrong', { ...bucket.env, S3_SECRET_ACCESS_KEY: 'hunter2hunter2' })
    await wrong.origin()
    expect(wrong.output()).toMatch(/! media +the bucket answered 403 SignatureDoesNotMatch: /)
    const right = start('right', { ...bucket.env, MEDIA_DELIVERY: 'redirect' })
    await right.origin()
    expect(right.output()).toMatch(/✓ media +s3:\/\/films\/a at .*, viewers are redirected/)
    expect(right.output()).not.toContain('! media')
    const outputs = running.map(({ output }) => output()).join()
    for (const secret of ['hunter2', bucket.settings.secretAccessKey]) expect(outputs).not.toContain(secret)
    await bucket.close()
  }, 60_000)

  test('with half a configuration ends with one line', async () => {
    const half = start('half', { MEDIA_BUCKET: 's3://films', S3_ENDPOINT: 'http://127.0.0.1:1' })
    expect((await half.ended).code).toBe(1)
    expect(half.output().trim()).toBe('✗ S3_ACCESS_KEY_ID: MEDIA_BUCKET needs it')
  })
})
