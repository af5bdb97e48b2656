import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type DramaPackage, dramaPackage } from '../../server/modules/catalogue/package/package-schema.js'
import { findCmafChunkProblem } from '../../tools/ingest/cmaf-chunks.js'
import { readMediaTracks } from '../../tools/ingest/media-samples.js'
import { readDramas } from '../../tools/sample/drama-file.js'

const root = 'sample/catalogue'
const languages = ['pt', 'en', 'es', 'zh-cn', 'zh-tw']
const slugs = readdirSync(root).filter(name => !name.startsWith('.'))
const packages = slugs.map(slug =>
  dramaPackage.parse(JSON.parse(readFileSync(path.join(root, slug, 'drama.json'), 'utf8')))
)

const objectsOf = (drama: DramaPackage): Set<string> =>
  new Set(
    drama.episodes.flatMap(({ tracks, captions }) => [
      ...tracks.flatMap(({ init, segments }) => [init, ...segments]),
      ...captions.map(({ object }) => object)
    ])
  )

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)

/** Offsets of MP4 boxes of this type, after their headers. */
const boxes = (bytes: Buffer, type: string): number[] => {
  const found: number[] = []
  for (let at = bytes.indexOf(type, 0, 'latin1'); at >= 0; at = bytes.indexOf(type, at + 4, 'latin1'))
    found.push(at + 4)
  return found
}

const decodeTimes = (segment: Buffer): bigint[] => boxes(segment, 'tfdt').map(at => segment.readBigUInt64BE(at + 4))

test('twelve dramas of 8 to 80 episodes, all of them as their texts say', async () => {
  const dramas = await readDramas()
  expect(packages.map(({ slug }) => slug).sort()).toEqual(dramas.map(({ slug }) => slug).sort())
  expect(packages).toHaveLength(12)
  const counts = packages.map(({ episodes }) => episodes.length)
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([8, 80])
  for (const { slug, episodes } of dramas)
    expect(packages.find(one => one.slug === slug)?.episodes).toHaveLength(episodes)
})

test('the whole sample takes at most 30 MB', () => {
  expect(sizeOf('sample')).toBeLessThanOrEqual(30_000_000)
})

describe.each(packages.map(drama => [drama.slug, drama] as const))('%s', (slug, drama) => {
  const folder = path.join(root, slug)
  const read = (name: string) => readFileSync(path.join(folder, 'objects', name))

  test('is told in five languages and has its pictures', () => {
    expect(drama.id).toBe(`d_${slug}`)
    for (const text of [drama.title, drama.synopsis, drama.category.title, ...drama.tags.map(tag => tag.title)])
      expect(Object.keys(text)).toEqual(languages)
    for (const name of [drama.cover, drama.banner]) {
      const bytes = readFileSync(path.join(folder, name))
      expect(bytes.subarray(8, 12).toString('latin1')).toBe('WEBP')
      expect(bytes.length).toBeLessThanOrEqual(60_000)
    }
  })

  test('holds every object it names, under the name of its content, and no other', () => {
    const names = objectsOf(drama)
    expect(readdirSync(path.join(folder, 'objects')).sort()).toEqual([...names].sort())
    for (const name of names)
      expect(createHash('sha256').update(read(name)).digest('hex').slice(0, 32)).toBe(name.slice(0, 32))
  })

  test('begins each episode with a marked hook of its own, before a scene stored once', () => {
    expect(new Set(drama.episodes.map(({ asset }) => asset)).size).toBe(drama.episodes.length)
    drama.renditions.forEach((_, index) => {
      const tracks = drama.episodes.map(({ tracks }) => tracks[index])
      expect(new Set(tracks.map(track => track?.segments[0])).size).toBe(drama.episodes.length)
      expect(new Set(tracks.map(track => track?.init)).size).toBe(1)
      expect(new Set(tracks.map(track => track?.segments.slice(1).join())).size).toBe(1)
    })
  })

  test('runs on one time line, picture and sound, with the peak it declares', () => {
    for (const { no, tracks, segment_durations, duration_s } of drama.episodes) {
      expect(drama.episodes[no - 1]?.no).toBe(no)
      expect(segment_durations.reduce((sum, value) => sum + value, 0)).toBeCloseTo(duration_s, 2)
      tracks.forEach(({ segments }, index) => {
        const bytes = segments.map(read)
        const times = bytes.map(decodeTimes)
        expect(times[0]?.slice(0, 2)).toEqual([0n, 0n])
        const steps = times.slice(1).map(([video = 0n], at) => video - (times[at]?.[0] ?? 0n))
        expect(new Set(steps).size).toBe(1)
        const peak = Math.max(...bytes.map((segment, at) => (segment.length * 8) / (segment_durations[at] ?? 1)))
        expect(peak).toBeLessThanOrEqual(drama.renditions[index]?.bandwidth ?? 0)
      })
    }
  })

  test('has five chunks in each segment, with sound and picture', () => {
    for (const { init, segments } of drama.episodes.flatMap(({ tracks }) => tracks)) {
      const tracks = readMediaTracks(read(init))
      for (const segment of segments.map(read)) {
        expect(findCmafChunkProblem(segment, tracks)).toBeUndefined()
        expect(decodeTimes(segment)).toHaveLength(2 * 5)
      }
    }
  })

  test('speaks in five languages from its hook to the end of its scene', () => {
    for (const { captions } of drama.episodes) expect(captions.map(({ lang }) => lang)).toEqual(languages)
    for (const { object } of drama.episodes[0]?.captions ?? []) {
      const cues = [
        ...read(object)
          .toString('utf8')
          .matchAll(/^00:00:([\d.]+) --> 00:00:([\d.]+)\n(.+)$/gm)
      ]
      expect(cues.length).toBeGreaterThanOrEqual(7)
      expect(Number(cues[0]?.[1])).toBeLessThan(0.5)
      expect(Number(cues[0]?.[2])).toBeGreaterThan(2)
      let end = 0
      for (const [, from, to] of cues) {
        expect(Number(from)).toBeGreaterThanOrEqual(end)
        end = Number(to)
      }
      expect(end).toBeLessThanOrEqual(20)
    }
  })
})
