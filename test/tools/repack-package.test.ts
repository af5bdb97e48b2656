import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dramaPackage } from '../../server/modules/catalogue/package/package-schema.js'
import { makeFolder, runIngest, wholeSegments } from './fake-ffmpeg.js'

const sample = path.resolve('sample/catalogue/last-train')

/** Copies a sample drama, with the first two segments of the first episode as older versions packaged them. */
async function copyOldPackage(): Promise<string> {
  const folder = path.join(await makeFolder(), 'last-train')
  cpSync(sample, folder, { recursive: true })
  const drama = readPackage(folder)
  const [track] = drama.episodes[0]?.tracks ?? []
  for (const [index, file] of [wholeSegments.first, wholeSegments.second].entries()) {
    const name = `${createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 32)}.m4s`
    cpSync(file, path.join(folder, 'objects', name))
    track?.segments.splice(index, 1, name)
  }
  writeFileSync(path.join(folder, 'drama.json'), JSON.stringify(drama))
  return folder
}

const readPackage = (folder: string) =>
  dramaPackage.parse(JSON.parse(readFileSync(path.join(folder, 'drama.json'), 'utf8')))
const listFiles = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort()

test('an older package is written anew in chunks without ffmpeg, and a second time it stays the same', async () => {
  const folder = await copyOldPackage()
  const run = () => runIngest(['--repack', folder], '')
  expect(await run()).toEqual({ code: 0, out: 'last-train: repacked in chunks\n', err: '' })
  expect([readPackage(folder), listFiles(folder)]).toEqual([readPackage(sample), listFiles(sample)])
  expect((await run()).code).toBe(0)
  expect([readPackage(folder), listFiles(folder)]).toEqual([readPackage(sample), listFiles(sample)])
})

test.each([
  [
    'a missing segment',
    (file: string) => rmSync(file),
    /^✗ episode 1, 360p, segment 2: the object \w+\.m4s is missing\n$/
  ],
  ['half a segment', (file: string) => truncateSync(file, 5000), /^✗ episode 1, 360p, segment 2: a box is cut off\n$/]
])('%s is named in one line, and the package stays as it was', async (_title, damage, expected) => {
  const folder = await copyOldPackage()
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
  expect([code, err]).toEqual([1, `✗ ${folder}: not a package, it has no drama.json\n`])
})
