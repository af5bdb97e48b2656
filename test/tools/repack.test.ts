import { cpSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dramaPackage } from '../../server/modules/catalogue/package/package-schema.js'
import { findChunkProblem } from '../../tools/ingest/cmaf-chunks.js'
import { readTracks } from '../../tools/ingest/media-samples.js'
import { makeFolder, runIngest } from './fake-ffmpeg.js'

/** Copies a sample drama and returns its folder. */
async function copyPackage(): Promise<string> {
  const folder = path.join(await makeFolder(), 'last-train')
  cpSync('sample/catalogue/last-train', folder, { recursive: true })
  return folder
}

const readPackage = (folder: string) =>
  dramaPackage.parse(JSON.parse(readFileSync(path.join(folder, 'drama.json'), 'utf8')))
const listFiles = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort()

test('a package is written anew in chunks without ffmpeg, and a second time it stays the same', async () => {
  const folder = await copyPackage()
  const before = readPackage(folder)
  const run = () => runIngest(['--repack', folder], '')
  expect(await run()).toEqual({ code: 0, out: 'last-train: repacked in chunks\n', err: '' })
  const after = readPackage(folder)
  const withoutMedia = ({ episodes, renditions, ...drama }: typeof before) => ({
    ...drama,
    renditions: renditions.map(({ bandwidth: _bandwidth, ...rendition }) => rendition),
    episodes: episodes.map(({ asset: _asset, tracks, ...episode }) => [
      episode,
      tracks.map(({ segments }) => segments.length)
    ])
  })
  expect(withoutMedia(after)).toEqual(withoutMedia(before))
  const objects = path.join(folder, 'objects')
  const named = after.episodes.flatMap(({ tracks, captions }) => [
    ...tracks.flatMap(({ init, segments }) => [init, ...segments]),
    ...captions.map(({ object }) => object)
  ])
  expect(readdirSync(objects).sort()).toEqual([...new Set(named)].sort())
  for (const { init, segments } of after.episodes.flatMap(({ tracks }) => tracks)) {
    const tracks = readTracks(readFileSync(path.join(objects, init)))
    for (const name of segments)
      expect(findChunkProblem(readFileSync(path.join(objects, name)), tracks)).toBeUndefined()
  }
  const files = listFiles(folder)
  expect((await run()).code).toBe(0)
  expect([readPackage(folder), listFiles(folder)]).toEqual([after, files])
})

test.each([
  [
    'a missing segment',
    (file: string) => rmSync(file),
    /^ingest: episode 1, 360p, segment 2: the object \w+\.m4s is missing\n$/
  ],
  [
    'half a segment',
    (file: string) => truncateSync(file, 5000),
    /^ingest: episode 1, 360p, segment 2: a box is cut off\n$/
  ]
])('%s is named in one line, and the package stays as it was', async (_title, damage, expected) => {
  const folder = await copyPackage()
  const [track] = readPackage(folder).episodes[0]?.tracks ?? []
  damage(path.join(folder, 'objects', track?.segments[1] ?? ''))
  const files = listFiles(path.dirname(folder))
  const { code, err } = await runIngest(['--repack', folder], '')
  expect(code).toBe(1)
  expect(err).toMatch(expected)
  expect(listFiles(path.dirname(folder))).toEqual(files)
})

test('a folder that is no package is refused', async () => {
  const folder = await makeFolder()
  const { code, err } = await runIngest(['--repack', folder], '')
  expect([code, err]).toEqual([1, `ingest: ${folder}: not a package, it has no drama.json\n`])
})
