import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { dramaPackage } from '../../server/modules/catalogue/package/package-schema.js'
import { makeFakePath, makeFolder, makeSource, runIngest, startIngest } from './fake-ffmpeg.js'

let fake = ''
beforeAll(async () => {
  fake = await makeFakePath()
})

const lines = (text: string): string[] => text.trim().split('\n')

const readPackage = async (out: string, slug = 'my-drama') =>
  dramaPackage.parse(JSON.parse(await readFile(path.join(out, slug, 'drama.json'), 'utf8')))

describe('one clear line and exit code 1', () => {
  const complaint = async (source: string, searchPath = fake): Promise<string> => {
    const out = await makeFolder()
    const { code, err } = await runIngest([source, '--out', out], searchPath)
    expect(code).toBe(1)
    expect(lines(err)).toHaveLength(1)
    expect(await readdir(out)).toEqual([])
    return err
  }

  test.concurrent('without ffmpeg', async () => {
    const source = await makeSource({ '1.mp4': 'one' })
    expect(await complaint(source, await makeFolder())).toContain('ffmpeg was not found on PATH')
  })

  test.concurrent('for a file in place of a folder, and for nothing at all', async () => {
    const source = await makeSource({ '1.mp4': 'one' })
    expect(await complaint(path.join(source, '1.mp4'))).toContain('not a folder')
    expect(await complaint(path.join(source, 'absent'))).toContain('no such folder')
  })

  test.concurrent('for a folder without videos', async () => {
    expect(await complaint(await makeSource({ 'readme.txt': 'hello' }))).toContain('no videos')
  })

  test.concurrent('for a description with a wrong field, which it names', async () => {
    const source = await makeSource({ '1.mp4': 'one', 'drama.json': '{"free_count": "eight"}' })
    expect(await complaint(source)).toContain('drama.json: free_count:')
    await writeFile(path.join(source, 'drama.json'), '{"title": ')
    expect(await complaint(source)).toContain('drama.json: not valid JSON')
  })

  test.concurrent('for a broken and for an empty video, which it names', async () => {
    expect(await complaint(await makeSource({ '1.mp4': 'one', '2.mp4': 'broken' }))).toContain('2.mp4: broken')
    expect(await complaint(await makeSource({ '1.mp4': '' }))).toContain('1.mp4: the file is empty')
  })

  test.concurrent('for captions that belong to nothing', async () => {
    const source = await makeSource({ '1.mp4': 'one', '7.pt.vtt': 'WEBVTT\n' })
    expect(await complaint(source)).toContain("7.pt.vtt: there is no video '7'")
  })
})

test('a folder with nothing but videos gets sensible defaults, in natural order', async () => {
  const source = await makeSource({
    '10.mp4': 'ten',
    '2.mp4': 'two',
    'all.pt.srt': '1\n00:00:00,500 --> 00:00:01,000\nOi\n'
  })
  const out = await makeFolder()
  const { code, err } = await runIngest([source, '--out', out], fake)
  expect([code, err]).toEqual([0, ''])
  const drama = await readPackage(out)
  expect(drama).toMatchObject({ id: 'd_my-drama', free_count: 8, default_price: 60, title: { en: 'my-drama' } })
  expect(drama.renditions.map(({ name, codecs }) => [name, codecs])).toEqual(
    ['360p', '540p', '720p'].map(name => [name, 'avc1.64001e,mp4a.40.2'])
  )
  const bodies = drama.episodes.map(({ tracks }) => tracks[0]?.segments[0] ?? '')
  const contents = bodies.map(name => readFile(path.join(out, 'my-drama', 'objects', name), 'utf8'))
  expect(await Promise.all(contents)).toEqual([expect.stringContaining('two360p'), expect.stringContaining('ten360p')])
  expect(drama.episodes.map(({ captions }) => captions[0]?.lang)).toEqual(['pt', 'pt'])
})

test('a second run does nothing; a change keeps the asset ids of what did not change', async () => {
  const source = await makeSource({ '1.mp4': 'one', '2.mp4': 'two' })
  const out = await makeFolder()
  await runIngest([source, '--out', out], fake)
  const before = await readPackage(out)
  const again = await runIngest([source, '--out', out], await makeFolder())
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('unchanged, nothing to do')])
  await writeFile(path.join(source, '2.mp4'), 'another two')
  await runIngest([source, '--out', out], fake)
  const after = await readPackage(out)
  expect(after.episodes[0]?.asset).toBe(before.episodes[0]?.asset)
  expect(after.episodes[1]?.asset).not.toBe(before.episodes[1]?.asset)
  expect(await readdir(out)).toEqual(['my-drama'])
})

test('gaps in the sound are filled, and it lasts a little longer than the picture', async () => {
  const source = await makeSource({ '1.mp4': 'args' })
  const { code } = await runIngest([source, '--out', await makeFolder()], fake)
  expect(code).toBe(0)
  expect(await readFile(path.join(source, '1.mp4.args'), 'utf8')).toContain(
    '-af aresample=async=1:first_pts=0,apad -t 2.1 '
  )
})

test('when ffmpeg fails half-way nothing is published, and the version that was there stays', async () => {
  const source = await makeSource({ '1.mp4': 'one', '2.mp4': 'fails' })
  const out = await makeFolder()
  const first = await runIngest([source, '--out', out], fake)
  expect([first.code, lines(first.err)]).toEqual([1, ['✗ 2.mp4: Error while decoding stream #0:0']])
  expect(await readdir(out)).toEqual([])
  await writeFile(path.join(source, '2.mp4'), 'two')
  await runIngest([source, '--out', out], fake)
  const before = await readPackage(out)
  await writeFile(path.join(source, '2.mp4'), 'fails')
  expect((await runIngest([source, '--out', out], fake)).code).toBe(1)
  expect(await readPackage(out)).toEqual(before)
  expect(await readdir(out)).toEqual(['my-drama'])
})

test('Ctrl-C leaves nothing behind', async () => {
  const source = await makeSource({ '1.mp4': 'one', '2.mp4': 'hangs' })
  const out = await makeFolder()
  const { child, ended } = await startIngest([source, '--out', out], fake)
  await new Promise<void>(resolve =>
    child.stdout?.on('data', chunk => String(chunk).includes('episode 1/2') && resolve())
  )
  child.kill('SIGINT')
  const { code, err } = await ended
  expect([code, err.trim()]).toEqual([130, '✗ stopped; nothing was published'])
  expect(await readdir(out)).toEqual([])
})

test('with --json the result is one document and an error another', async () => {
  const source = await makeSource({ '1.mp4': 'one', '2.mp4': 'two' })
  const out = await makeFolder()
  const ingestJson = async () => JSON.parse((await runIngest([source, '--out', out, '--json'], fake)).out)
  const result = { drama_id: 'd_my-drama', folder: path.join(out, 'my-drama'), episodes: 2 }
  expect(await ingestJson()).toEqual({ ...result, status: 'published' })
  expect(await ingestJson()).toEqual({ ...result, status: 'unchanged' })
  const failed = await runIngest([await makeSource({ '1.mp4': '' }), '--out', out, '--json'], fake)
  expect([failed.code, failed.out, JSON.parse(failed.err)]).toEqual([
    1,
    '',
    { error: { code: 'ingest_failed', msg: '1.mp4: the file is empty' } }
  ])
})

test.each([
  [['--qp', '99'], "--qp must be a whole number from 18 to 45, not '99'"],
  [['--threads', ''], "--threads must be a whole number from 0 to 64, not ''"],
  [['--audio-kbps', 'loud'], "--audio-kbps must be a whole number from 16 to 256, not 'loud'"],
  [['--fast'], "unknown option '--fast'"],
  [['another'], "'another' is too much"]
])('an option that is not understood (%s) ends with 2 and one line', async (args, text) => {
  const { code, out, err } = await runIngest(['films', ...args], fake)
  expect([code, out, lines(err)]).toEqual([2, '', [expect.stringContaining(text)]])
})
