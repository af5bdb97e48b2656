import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { dramaPackage } from '../../server/modules/catalogue/package/package-schema.js'
import { makeFakePath, makeFolder, makeSource, runIngest, startIngest } from './fake-ffmpeg.js'

let fake = ''
beforeAll(async () => {
  fake = await makeFakePath()
})

const readPackage = async (folder: string) =>
  dramaPackage.parse(JSON.parse(await readFile(path.join(folder, 'drama.json'), 'utf8')))

const readBody = async (folder: string, { tracks }: { tracks: { segments: string[] }[] }) =>
  readFile(path.join(folder, 'objects', tracks[0]?.segments[0] ?? ''), 'utf8')

const describePackage = JSON.stringify({ title: 'Kept', free_count: 3, episodes: { '2': { title: 'Two', price: 9 } } })

async function makePackage(): Promise<string> {
  const out = await makeFolder()
  const source = await makeSource({
    '1.mp4': 'one',
    '2.mp4': 'two',
    '3.mp4': 'three',
    '2.pt.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nOi\n',
    'drama.json': describePackage
  })
  expect((await runIngest([source, '--out', out], fake)).code).toBe(0)
  return path.join(out, 'my-drama')
}

const into = (source: string, folder: string, ...options: string[]) =>
  runIngest([source, '--into', folder, ...options], fake)

test('adds and replaces episodes by number; the others keep asset, bytes and texts', async () => {
  const folder = await makePackage()
  const before = await readPackage(folder)
  const names = await readdir(path.join(folder, 'objects'))
  const bytes = new Map<string, Buffer>()
  for (const name of names) bytes.set(name, await readFile(path.join(folder, 'objects', name)))
  const source = await makeSource({
    '002.mov': 'second cut',
    '07.mp4': 'seven',
    '7.en.srt': '',
    '3.es.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nHola\n'
  })
  await writeFile(path.join(source, '7.en.srt'), '1\n00:00:00,500 --> 00:00:01,000\nHi\n')
  expect(await into(source, folder)).toMatchObject({ code: 0, err: '' })
  const after = await readPackage(folder)
  expect(after.episodes.map(({ no }) => no)).toEqual([1, 2, 3, 7])
  const [one, two, three, seven] = after.episodes
  expect(one).toEqual(before.episodes[0])
  expect({ ...three, captions: [] }).toEqual({ ...before.episodes[2], captions: [] })
  expect(three?.captions.map(({ lang }) => lang)).toEqual(['es'])
  expect(two?.asset).not.toBe(before.episodes[1]?.asset)
  expect(two).toMatchObject({ title: before.episodes[1]?.title, price: 9, captions: before.episodes[1]?.captions })
  expect(seven?.captions.map(({ lang }) => lang)).toEqual(['en'])
  if (two === undefined || seven === undefined) throw new Error('an episode is missing')
  expect(await readBody(folder, two)).toContain('second cut')
  expect(await readBody(folder, seven)).toContain('seven')
  const { renditions: _, episodes: __, ...texts } = before
  expect(after).toMatchObject(texts)
  for (const episode of [before.episodes[0], before.episodes[2]])
    for (const name of episode?.tracks.flatMap(({ init, segments }) => [init, ...segments]) ?? [])
      expect(await readFile(path.join(folder, 'objects', name))).toEqual(bytes.get(name))
  expect(await readdir(path.dirname(folder))).toEqual(['my-drama'])
})

test('makes a package that does not exist, with the numbers of the names', async () => {
  const folder = path.join(await makeFolder(), 'catalogue', 'new-drama')
  const source = await makeSource({
    '005.mp4': 'five',
    '010.mp4': 'ten',
    'drama.json': '{"slug": "new-drama", "title": "New", "episodes": {"10": {"price": 7}}}'
  })
  expect(await into(source, folder)).toMatchObject({ code: 0, err: '' })
  const drama = await readPackage(folder)
  expect(drama).toMatchObject({ id: 'd_new-drama', title: { pt: 'New' } })
  expect(drama.episodes.map(({ no, price }) => [no, price])).toEqual([
    [5, null],
    [10, 7]
  ])
})

test('a second run with the same files changes nothing', async () => {
  const folder = await makePackage()
  const source = await makeSource({ '4.mp4': 'four' })
  await into(source, folder)
  const { ino } = await stat(folder)
  expect((await into(source, folder)).out).toContain('unchanged')
  expect((await stat(folder)).ino).toBe(ino)
})

test.each([
  [{ 'final.mp4': 'x' }, 'final.mp4: name it by its number'],
  [{ '7.mp4': 'x', '007.mov': 'y' }, 'has the number 7, too'],
  [{ '2.mp4': 'x', '2.pt.vtt': 'WEBVTT' }, '2.pt.vtt: no cues in it'],
  [{ '0.mp4': 'x' }, '0.mp4: name it by its number'],
  [{ '9.pt.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nOi\n' }, '9.pt.vtt: there is no episode 9'],
  [{ '2.mp4': 'broken' }, '2.mp4: broken or not a video'],
  [{ '2.mp4': 'fails' }, '2.mp4: Error while decoding'],
  [{ 'cover.png': 'x' }, 'no videos in it']
])('leaves the package as it was if the folder has a fault: %o', async (files, message) => {
  const folder = await makePackage()
  const before = await readFile(path.join(folder, 'drama.json'), 'utf8')
  const { code, err } = await into(await makeSource(files as Record<string, string>), folder)
  expect([code, err]).toEqual([1, expect.stringContaining(message)])
  expect(await readFile(path.join(folder, 'drama.json'), 'utf8')).toBe(before)
  expect(await readdir(path.dirname(folder))).toEqual(['my-drama'])
})

test('a package with a quality that ingest does not make is refused', async () => {
  const folder = await makePackage()
  const text = await readFile(path.join(folder, 'drama.json'), 'utf8')
  await writeFile(path.join(folder, 'drama.json'), text.replace('"540p"', '"544p"'))
  const { code, err } = await into(await makeSource({ '4.mp4': 'four' }), folder)
  expect([code, err]).toEqual([1, expect.stringContaining('the quality 544p')])
})

test('--progress json prints what a program can read, with the percent of ffmpeg', async () => {
  const folder = await makePackage()
  const source = await makeSource({ '4.mp4': 'four', '5.mp4': 'five' })
  const { code, out } = await into(source, folder, '--progress', 'json')
  expect(code).toBe(0)
  const events = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(events.filter(({ event }) => event !== 'log')).toEqual([
    { event: 'begin', episodes: 2 },
    { event: 'episode', file: '4.mp4', done: 0 },
    { event: 'percent', percent: 50 },
    { event: 'episode', file: '5.mp4', done: 1 },
    { event: 'percent', percent: 50 }
  ])
  expect(events.some(({ event, line }) => event === 'log' && line.includes('published'))).toBe(true)
})

test('with --progress json the end of the input stops it, and nothing is published', async () => {
  const folder = await makePackage()
  const before = await readFile(path.join(folder, 'drama.json'), 'utf8')
  const source = await makeSource({ '4.mp4': 'hangs' })
  const { child, ended } = await startIngest([source, '--into', folder, '--progress', 'json'], fake)
  child.stdout?.on('data', chunk => {
    if (String(chunk).includes('"percent"')) child.stdin?.end()
  })
  expect(await ended).toMatchObject({ code: 130, err: expect.stringContaining('stopped') })
  expect(await readFile(path.join(folder, 'drama.json'), 'utf8')).toBe(before)
  expect(await readdir(path.dirname(folder))).toEqual(['my-drama'])
})

test('with --progress json a broken film ends it, although the input stays open', async () => {
  const folder = await makePackage()
  const { code, err } = await into(await makeSource({ '4.mp4': 'broken' }), folder, '--progress', 'json')
  expect([code, err]).toEqual([1, expect.stringContaining('4.mp4: broken or not a video')])
})

test('options that contradict each other are refused', async () => {
  const source = await makeSource({ '1.mp4': 'one' })
  expect((await runIngest([source, '--into', 'x', '--out', 'y'], fake)).code).toBe(2)
  expect((await runIngest([source, '--progress', 'xml'], fake)).code).toBe(2)
})
