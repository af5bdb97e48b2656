import { mkdtempSync, readdirSync, renameSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../../../server/lib/log.js'
import { AssetRegistry } from '../../../server/modules/catalogue/package/asset-registry.js'
import { PackageLoader, startRescanJob } from '../../../server/modules/catalogue/package/package-loader.js'
import type { DramaPackage } from '../../../server/modules/catalogue/package/package-schema.js'
import { createJobMonitor } from '../../../server/modules/metrics/job-monitor.js'
import { createMetrics } from '../../../server/modules/metrics/metrics.js'
import { type DramaFixture, writeCatalogue, writeDrama } from '../support/package-fixture.js'
import { openTestDatabase, type TestDatabase } from '../support/servers/test-database.js'

const clock = { now: () => 1_795_000_000_000 }
const star: DramaFixture = { slug: 'star', episodes: 3, free: 1 }
const nothing = { dramas: 0, episodes: 0, broken: [] }

describe.each(['pglite', 'postgres'] as const)('catalogue loader on %s', engine => {
  let database: TestDatabase
  let root: string
  let assets: AssetRegistry
  let loader: PackageLoader
  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.db.deleteFrom('dramas').execute()
    await database.db.deleteFrom('episodes').execute()
    await database.db.deleteFrom('labels').execute()
    await database.db.deleteFrom('drama_labels').execute()
    await database.db.deleteFrom('search_documents').execute()
    await database.db.deleteFrom('search_postings').execute()
    root = mkdtempSync(join(tmpdir(), 'drama-loader-'))
    assets = new AssetRegistry()
    loader = newLoader(assets)
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  const newLoader = (registry: AssetRegistry) =>
    new PackageLoader({ db: database.db, clock, assets: registry, roots: [root, join(root, 'none')] })
  const episodes = () =>
    database.db
      .selectFrom('episodes')
      .select(['no', 'status', 'asset'])
      .where('drama_id', '=', 'd_star')
      .orderBy('no')
      .execute()

  test('packages are loaded once, also by the next process', async () => {
    writeCatalogue(root)
    expect(await loader.scan()).toEqual({ dramas: 3, episodes: 13, broken: [] })
    expect(await loader.scan()).toEqual(nothing)
    const nextLibrary = new AssetRegistry()
    expect(await newLoader(nextLibrary).scan()).toEqual(nothing)
    expect(['d_rain', 'd_moon', 'd_gate'].map(id => nextLibrary.folderOf(id))).toEqual(
      ['rain', 'moon', 'gate'].map(slug => join(root, slug))
    )
  })

  test('a package that appears on a running server is loaded', async () => {
    expect(await loader.scan()).toEqual(nothing)
    writeDrama(root, star)
    expect(await loader.scan()).toEqual({ dramas: 1, episodes: 3, broken: [] })
  })

  test.each([
    [undefined, clock.now()],
    ['2025-03-01', Date.UTC(2025, 2, 1)],
    ['2099-01-01', clock.now()]
  ])('a package that came out on %s is online since %s', async (online_at, expected) => {
    writeDrama(root, star, drama => ({ ...drama, online_at }))
    await loader.scan()
    const row = await database.db.selectFrom('dramas').select('online_at').executeTakeFirstOrThrow()
    expect(row.online_at.getTime()).toBe(expected)
  })

  test('a changed package replaces the old one; an episode it no longer has goes offline', async () => {
    writeDrama(root, star)
    await loader.scan()
    const before = await episodes()
    writeDrama(root, { ...star, episodes: 2, price: 90 })
    expect(await loader.scan()).toEqual({ dramas: 1, episodes: 2, broken: [] })
    expect((await episodes()).map(({ no, status }) => [no, status])).toEqual([
      [1, 'online'],
      [2, 'online'],
      [3, 'offline']
    ])
    expect(assets.asset(before[2]?.asset ?? '')).toBeNull()
    writeDrama(root, star)
    await loader.scan()
    expect((await episodes()).every(({ status }) => status === 'online')).toBe(true)
  })

  const spoiled: [string, (drama: DramaPackage) => unknown][] = [
    ['drama.json: slug', drama => ({ ...drama, slug: '../x' })],
    ['drama.json: format', drama => ({ ...drama, format: 2 })],
    ['drama.json: title.en', drama => ({ ...drama, title: { ...drama.title, en: '' } })],
    [
      'two episodes have the same number',
      drama => ({ ...drama, episodes: [...drama.episodes, { ...drama.episodes[0], asset: 'a'.repeat(16) }] })
    ],
    [
      'two episodes have the same asset',
      drama => ({ ...drama, episodes: [...drama.episodes, { ...drama.episodes[0], no: 9 }] })
    ],
    ['one track per rendition', drama => ({ ...drama, renditions: drama.renditions.slice(1) })],
    [
      'one segment per duration',
      drama => ({ ...drama, episodes: drama.episodes.map(each => ({ ...each, segment_durations: [2] })) })
    ],
    ['cover: "../banner.webp"', drama => ({ ...drama, cover: '../banner.webp' })],
    ['other.webp is missing', drama => ({ ...drama, banner: 'other.webp' })]
  ]
  test.each(spoiled)('a broken package is one line and nothing of it is loaded: %s', async (reason, spoil) => {
    writeDrama(root, star, spoil)
    writeDrama(root, { slug: 'whole', episodes: 1, free: 1 })
    const { dramas, broken } = await loader.scan()
    expect([dramas, broken]).toEqual([1, [expect.stringContaining(reason)]])
    expect(broken[0]).toMatch(/^\S+star: .+$/)
    expect(await episodes()).toEqual([])
    expect(await loader.scan()).toEqual(nothing)
  })

  test('a package whose media are missing or cut is not loaded, and is when they are there', async () => {
    const objects = join(writeDrama(root, star), 'objects')
    const [first = '', second = ''] = readdirSync(objects)
    truncateSync(join(objects, first))
    expect((await loader.scan()).broken).toEqual([expect.stringContaining(`objects/${first} is empty`)])
    writeDrama(root, star)
    unlinkSync(join(objects, second))
    expect((await loader.scan()).broken).toEqual([expect.stringContaining(`objects/${second} is missing`)])
    writeDrama(root, star)
    expect(await loader.scan()).toEqual({ dramas: 1, episodes: 3, broken: [] })
  })

  test('a broken new version leaves the old one as it was', async () => {
    const folder = writeDrama(root, star)
    await loader.scan()
    writeFileSync(join(folder, 'drama.json'), '{"format":1')
    expect((await loader.scan()).broken).toEqual([expect.stringContaining('drama.json is not JSON')])
    expect(await episodes()).toHaveLength(3)
    expect(assets.asset((await episodes())[0]?.asset ?? '')).not.toBeNull()
  })

  test('a package that was moved is served from its new folder, one that was taken away not at all', async () => {
    const folder = writeDrama(root, star)
    await loader.scan()
    renameSync(folder, join(root, 'renamed'))
    expect(await loader.scan()).toEqual(nothing)
    expect(assets.folderOf('d_star')).toBe(join(root, 'renamed'))
    rmSync(join(root, 'renamed'), { recursive: true })
    await loader.scan()
    expect(assets.folderOf('d_star')).toBeNull()
  })

  const statusOf = async (id: string) => {
    const row = database.db.selectFrom('dramas').select('status').where('id', '=', id)
    return (await row.executeTakeFirst())?.status
  }

  test('a drama whose package is taken away goes offline, and is back with its package', async () => {
    const folder = writeDrama(root, star)
    await loader.scan()
    renameSync(folder, `${root}-aside`)
    expect(await loader.scan()).toEqual(nothing)
    expect(await statusOf('d_star')).toBe('offline')
    renameSync(`${root}-aside`, folder)
    expect((await loader.scan()).dramas).toBe(1)
    expect(await statusOf('d_star')).toBe('online')
  })

  test('a catalogue folder that is gone as a whole takes nothing with it', async () => {
    writeDrama(root, star)
    await loader.scan()
    renameSync(root, `${root}-unmounted`)
    expect(await loader.scan()).toEqual(nothing)
    expect(await statusOf('d_star')).toBe('online')
    renameSync(`${root}-unmounted`, root)
    expect(await loader.scan()).toEqual(nothing)
    expect(assets.folderOf('d_star')).toBe(join(root, 'star'))
  })

  test('what an operator took offline stays offline until its package changes', async () => {
    writeDrama(root, star)
    await loader.scan()
    await database.db.updateTable('dramas').set({ status: 'offline' }).where('id', '=', 'd_star').execute()
    expect(await newLoader(new AssetRegistry()).scan()).toEqual(nothing)
    expect(await statusOf('d_star')).toBe('offline')
  })

  test('labels know how many dramas have them, whatever was loaded, changed and taken away', async () => {
    const slugs = ['one', 'two', 'three']
    const step = fc.tuple(fc.constantFrom(...slugs), fc.option(fc.subarray(['ceo', 'revenge', 'moon'])))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async steps => {
        const present = new Map<string, string[]>()
        for (const [slug, tags] of steps) {
          rmSync(join(root, slug), { recursive: true, force: true })
          if (tags === null) present.delete(slug)
          else {
            writeDrama(root, { slug, episodes: 1, free: 1, tags, category: 'moon', plays: steps.length })
            present.set(slug, [...new Set([...tags, 'moon'])])
          }
          await loader.scan()
        }
        const counted = await database.db.selectFrom('labels').selectAll().where('drama_count', '>', 0).execute()
        const counts = new Map<string, number>()
        for (const tag of [...present.values()].flat()) counts.set(tag, (counts.get(tag) ?? 0) + 1)
        expect(new Map(counted.map(row => [row.id, row.drama_count]))).toEqual(counts)
        const indexed = await database.db.selectFrom('search_documents').select('drama_id').execute()
        expect(indexed.map(row => row.drama_id).sort()).toEqual([...present.keys()].map(slug => `d_${slug}`).sort())
        for (const slug of slugs) rmSync(join(root, slug), { recursive: true, force: true })
        await loader.scan()
      }),
      { numRuns: 12 }
    )
  })

  test('two processes that load the same package at once count it once', async () => {
    writeDrama(root, { ...star, tags: ['ceo'], category: 'moon' })
    await Promise.all([newLoader(new AssetRegistry()).scan(), newLoader(new AssetRegistry()).scan(), loader.scan()])
    const labels = await database.db.selectFrom('labels').select(['id', 'drama_count']).orderBy('id').execute()
    expect(labels).toEqual([
      { id: 'ceo', drama_count: 1 },
      { id: 'moon', drama_count: 1 }
    ])
  })

  test('a running server looks again every 5 s until it is stopped', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stop = startRescanJob(loader, { log: createLog('silent'), monitor: createJobMonitor(createMetrics(), null) })
    writeDrama(root, star)
    vi.advanceTimersByTime(4999)
    expect(await episodes()).toEqual([])
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    await expect.poll(async () => (await episodes()).length).toBe(3)
    await stop()
  })

  test('a drama or an asset that another package has is refused', async () => {
    writeDrama(root, star)
    await loader.scan()
    const starAsset = (await episodes())[0]?.asset
    writeDrama(root, { ...star, slug: 'twin' }, drama => ({ ...drama, id: 'd_star' }))
    writeDrama(root, { ...star, slug: 'zombie' }, drama => ({
      ...drama,
      episodes: drama.episodes.map(each => (each.no === 1 ? { ...each, asset: starAsset } : each))
    }))
    expect((await loader.scan()).broken).toEqual([
      expect.stringMatching(/twin: d_star is already loaded from .*star$/),
      expect.stringMatching(/zombie: an asset already belongs to d_star$/)
    ])
  })
})
