import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

describe.each(engines)('automatic unlocking on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  async function openViewer() {
    const visitor = await signIn(server)
    return {
      ...visitor,
      set: (setting: object) => visitor.post('/drama/auto_unlock', setting),
      settings: async () => (await visitor.get('/user/info')).data.auto_unlock
    }
  }

  const off = { enabled: false, daily_cap: 300, dramas: [] }

  test('it is off until the viewer turns it on, with 300 coins a day at most', async () => {
    const viewer = await openViewer()
    expect(await viewer.settings()).toEqual(off)
    expect((await viewer.get('/user/info')).data.user.auto_unlock).toBe(false)
  })

  test('D-010 it is turned on with a cap, and off again; a cap that is left out stays', async () => {
    const viewer = await openViewer()
    const on = { enabled: true, daily_cap: 600, dramas: [] }
    expect((await viewer.set({ enabled: true, daily_cap: 600 })).data).toEqual(on)
    expect((await viewer.set({ enabled: true, daily_cap: 600 })).data).toEqual(on)
    expect((await viewer.get('/user/info')).data).toMatchObject({ user: { auto_unlock: true }, auto_unlock: on })
    expect((await viewer.set({ enabled: false })).data).toEqual({ ...on, enabled: false })
    expect((await viewer.set({ enabled: true })).data).toEqual(on)
    expect((await (await openViewer()).settings()).enabled).toBe(false)
  })

  test('a drama may be set by itself, with a cap of its own, and follow the others again', async () => {
    const viewer = await openViewer()
    await viewer.set({ enabled: true })
    server.clock.advance(1000)
    await viewer.set({ enabled: false, drama_id: 'd_rain' })
    server.clock.advance(1000)
    const { data } = await viewer.set({ enabled: true, daily_cap: 120, drama_id: 'd_moon', lang: 'en' })
    expect(data).toMatchObject({ enabled: true, daily_cap: 300 })
    expect(data.dramas).toEqual([
      { drama_id: 'd_moon', title: expect.stringMatching(/./), enabled: true, daily_cap: 120 },
      { drama_id: 'd_rain', title: expect.stringMatching(/./), enabled: false, daily_cap: null }
    ])
    expect((await viewer.set({ enabled: false, drama_id: 'd_moon' })).data.dramas).toMatchObject([
      { drama_id: 'd_moon', enabled: false, daily_cap: 120 },
      { drama_id: 'd_rain' }
    ])
    expect((await viewer.set({ enabled: true, daily_cap: null, drama_id: 'd_moon' })).data.dramas[0]).toMatchObject({
      enabled: true,
      daily_cap: null
    })
    await viewer.set({ enabled: null, drama_id: 'd_moon' })
    expect((await viewer.set({ enabled: null, drama_id: 'd_moon' })).data.dramas).toMatchObject([
      { drama_id: 'd_rain' }
    ])
  })

  test('on for all leaves dramas as they were set by themselves', async () => {
    const viewer = await openViewer()
    await viewer.set({ enabled: true, daily_cap: 120, drama_id: 'd_moon' })
    server.clock.advance(1000)
    await viewer.set({ enabled: false, drama_id: 'd_rain' })
    await viewer.set({ enabled: true })
    expect((await viewer.settings()).dramas).toMatchObject([
      { drama_id: 'd_rain', enabled: false },
      { drama_id: 'd_moon', enabled: true, daily_cap: 120 }
    ])
  })

  test('the titles are in the language of who asks', async () => {
    const viewer = await openViewer()
    await viewer.set({ enabled: false, drama_id: 'd_rain' })
    for (const lang of ['pt', 'zh-tw']) {
      const { title } = (await viewer.get('/drama/detail', { drama_id: 'd_rain', lang })).data.drama
      expect((await viewer.get('/user/info', { lang })).data.auto_unlock.dramas[0]?.title).toBe(title)
    }
  })

  test('off for all is off everywhere: what was on by itself is forgotten, what was off stays off', async () => {
    const viewer = await openViewer()
    await viewer.set({ enabled: true, drama_id: 'd_moon' })
    await viewer.set({ enabled: false, drama_id: 'd_rain' })
    expect((await viewer.set({ enabled: false })).data.dramas).toMatchObject([{ drama_id: 'd_rain', enabled: false }])
    expect((await viewer.set({ enabled: true })).data.dramas).toMatchObject([{ drama_id: 'd_rain', enabled: false }])
  })

  test('a drama that is not there answers 4204 and changes nothing; taking its setting back does no harm', async () => {
    const viewer = await openViewer()
    for (const enabled of [true, false]) {
      expect((await viewer.set({ enabled, drama_id: 'd_none' })).code).toBe(4204)
    }
    expect((await viewer.set({ enabled: null, drama_id: 'd_none' })).data).toEqual(off)
  })

  test('a drama that went offline keeps its setting in sight, and can be let go', async () => {
    const viewer = await openViewer()
    const setStatus = (status: 'online' | 'offline') =>
      server.db.updateTable('dramas').set({ status }).where('id', '=', 'd_gate').execute()
    await viewer.set({ enabled: true, drama_id: 'd_gate' })
    await setStatus('offline')
    expect((await viewer.settings()).dramas).toMatchObject([{ drama_id: 'd_gate', enabled: true }])
    expect((await viewer.set({ enabled: true, drama_id: 'd_gate' })).code).toBe(4204)
    expect((await viewer.set({ enabled: null, drama_id: 'd_gate' })).data.dramas).toEqual([])
    await setStatus('online')
  })

  test('many taps at once end as one of them, with one setting a drama', async () => {
    const viewer = await openViewer()
    const taps = [true, false, null, true, false, true, null, false]
    const answers = await Promise.all(
      taps.flatMap(enabled => [
        viewer.set({ enabled, drama_id: 'd_rain', ...(enabled === null ? {} : { daily_cap: 60 }) }),
        viewer.set({ enabled: enabled ?? true, daily_cap: 100 })
      ])
    )
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200))
    const { dramas, daily_cap } = await viewer.settings()
    expect(dramas.length).toBeLessThanOrEqual(1)
    expect(daily_cap).toBe(100)
    await viewer.set({ enabled: false })
    expect(await viewer.settings()).toMatchObject({ enabled: false, daily_cap: 100 })
  })

  test('however they meet, once it is off for all nothing is on', async () => {
    const viewer = await openViewer()
    await Promise.all(['d_rain', 'd_moon', 'd_gate'].map(drama_id => viewer.set({ enabled: true, drama_id })))
    await Promise.all([viewer.set({ enabled: false }), viewer.set({ enabled: false })])
    expect(await viewer.settings()).toEqual(off)
  })

  const wrong: [object, string][] = [
    [{}, 'enabled'],
    [{ enabled: null }, 'enabled'],
    [{ enabled: 1 }, 'enabled'],
    [{ enabled: 'true' }, 'enabled'],
    [{ enabled: true, daily_cap: 0 }, 'daily_cap'],
    [{ enabled: true, daily_cap: -5 }, 'daily_cap'],
    [{ enabled: true, daily_cap: 60.5 }, 'daily_cap'],
    [{ enabled: true, daily_cap: '60' }, 'daily_cap'],
    [{ enabled: true, daily_cap: 1_000_001 }, 'daily_cap'],
    [{ enabled: true, daily_cap: null }, 'daily_cap'],
    [{ enabled: null, daily_cap: 60, drama_id: 'd_rain' }, 'daily_cap'],
    [{ enabled: true, drama_id: '' }, 'drama_id'],
    [{ enabled: true, drama_id: ['d_rain'] }, 'drama_id'],
    [{ enabled: true, drama_id: 'd_\0' }, 'drama_id'],
    [{ enabled: true, drama_id: null }, 'drama_id']
  ]
  test.each(wrong)('%j answers 4001 and changes nothing', async (setting, field) => {
    const viewer = await openViewer()
    expect(await viewer.set(setting)).toMatchObject({ code: 4001, data: { fields: [field] } })
    expect(await viewer.settings()).toEqual(off)
  })
})
