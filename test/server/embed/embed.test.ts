import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, openCampaign, operate } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

const ORIGIN = 'https://drama.test'

describe.each(engines)('embeds on %s', engine => {
  let server: TestServer
  let distDir: string
  beforeAll(async () => {
    distDir = mkdtempSync(join(tmpdir(), 'drama-dist-'))
    mkdirSync(join(distDir, 'site'))
    writeFileSync(join(distDir, 'site/index.html'), '<head><title>site</title></head>')
    server = await openTestServer({ engine, config: { distDir, operatorKey: OPERATOR_KEY, publicUrl: ORIGIN } })
  })
  afterAll(async () => {
    await server.close()
    rmSync(distDir, { recursive: true, force: true })
  })

  const oembed = async (query: Record<string, string>) => {
    const response = await server.fetch(`/oembed?${new URLSearchParams(query)}`)
    return { status: response.status, body: await response.json() }
  }
  const readPolicy = async (path: string, headers: Record<string, string> = {}) =>
    (await server.fetch(path, { headers })).headers.get('Content-Security-Policy')

  test('an episode is a page for frames, in the language and for the campaign of its address', async () => {
    const response = await server.fetch('/embed/d_rain/2?lang=en&lpid=verao')
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    const page = await response.text()
    expect(page).toContain('<drama-app start="drama:d_rain,ep:2" lang="en" lpid="verao"></drama-app>')
    expect(page).toContain('<html lang="en')
    const link = /application\/json\+oembed" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const { html } = await (await server.fetch(link)).json()
    expect(html).toContain(`src="${ORIGIN}/embed/d_rain/2?lpid=verao&amp;lang=en"`)
  })

  test('what an address has beyond that is not repeated in the page', async () => {
    const response = await server.fetch('/embed/d_rain/1?lang="><script>&lpid=<b>')
    expect(await response.text()).toContain('<drama-app start="drama:d_rain,ep:1"></drama-app>')
  })

  test.each([
    '/embed/d_rain/999',
    '/embed/d_none/1',
    '/embed/rain/1',
    '/embed/d_rain/0',
    '/embed/d_rain/x',
    '/embed/d_rain'
  ])('%s is no episode: 404', async path => {
    const response = await server.fetch(path, { headers: { Accept: 'text/html' } })
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('<title>site</title>')
  })

  test('inside a frame it is a page that says so, and no refused frame', async () => {
    expect(await readPolicy('/embed/d_rain/999', { Accept: 'text/html' })).toMatch(/^frame-ancestors \*;/)
    expect(await readPolicy('/nowhere', { Accept: 'text/html' })).toMatch(/^frame-ancestors 'self';/)
  })

  test('every page may frame it, or those that its campaign names, or none', async () => {
    const lpid = await openCampaign(server)
    const path = `/embed/d_rain/1?lpid=${lpid}`
    const allow = (embed_ancestors: string | null) =>
      operate(server, 'campaign_save', { lpid, mode: 'set', embed_ancestors })
    expect(await readPolicy('/embed/d_rain/1')).toMatch(/^frame-ancestors \*;/)
    expect(await readPolicy(path)).toMatch(/^frame-ancestors \*;/)
    expect((await allow('https://*.notion.site https://shop.example:8443')).code).toBe(200)
    expect(await readPolicy(path)).toMatch(/^frame-ancestors https:\/\/\*\.notion\.site https:\/\/shop\.example:8443;/)
    expect((await allow('none')).code).toBe(200)
    expect(await readPolicy(path)).toMatch(/^frame-ancestors 'none';/)
    for (const refused of ['', 'shop.example', 'http://shop.example', "https://a.example; script-src 'none'", '*']) {
      expect([refused, (await allow(refused)).code]).toEqual([refused, 4001])
    }
    expect(await readPolicy(path)).toMatch(/^frame-ancestors 'none';/)
    expect((await allow(null)).code).toBe(200)
    expect(await readPolicy(path)).toMatch(/^frame-ancestors \*;/)
  })

  test('oEmbed takes every address of an episode, and fits the frame into the place', async () => {
    const { body } = await oembed({ url: `${ORIGIN}/pages/index/play?drama_id=d_rain&episode_no=2&lang=en` })
    expect(body).toMatchObject({
      version: '1.0',
      type: 'video',
      provider_url: `${ORIGIN}/`,
      width: 360,
      height: 640,
      thumbnail_width: 600,
      thumbnail_height: 800
    })
    expect(body.thumbnail_url).toMatch(/^https:\/\/drama\.test\/covers\/d_rain\//)
    expect((await server.fetch(body.thumbnail_url)).status).toBe(200)
    expect(body.html).toContain(`src="${ORIGIN}/embed/d_rain/2?lang=en"`)
    const url = `${ORIGIN}/?drama=d_rain&ep=2`
    expect((await oembed({ url })).body.html).toContain('/embed/d_rain/2"')
    expect((await oembed({ url: `${ORIGIN}/?drama=d_rain` })).body.html).toContain('/embed/d_rain/1"')
    expect((await oembed({ url, maxwidth: '300' })).body).toMatchObject({ width: 300, height: 533 })
    expect((await oembed({ url, maxwidth: '2000', maxheight: '400' })).body).toMatchObject({ width: 225, height: 400 })
    expect((await oembed({ url, maxwidth: '2000' })).body).toMatchObject({ width: 428, height: 761 })
  })

  test('oEmbed refuses what it cannot answer with the status of its specification, and says why', async () => {
    const url = `${ORIGIN}/?drama=d_rain`
    expect(await oembed({ url, format: 'xml' })).toMatchObject({
      status: 501,
      body: { error: expect.stringMatching(/json/) }
    })
    expect(await oembed({})).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^url/) } })
    expect(await oembed({ url: 'no address' })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^url/) }
    })
    expect(await oembed({ url, maxwidth: 'wide' })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^maxwidth/) }
    })
    for (const other of [`${ORIGIN}/`, 'https://other.example/?drama=d_rain', `${ORIGIN}/?drama=d_none`]) {
      expect(await oembed({ url: other })).toMatchObject({
        status: 404,
        body: { error: expect.stringMatching(/^url/) }
      })
    }
  })

  test('the page of an episode on the site leads editors to oEmbed; other pages do not', async () => {
    for (const path of ['/?drama=d_rain&ep=2', '/pages/index/play?drama_id=d_rain&episode_no=2']) {
      const page = await (await server.fetch(path)).text()
      const link = /type="application\/json\+oembed" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
      expect((await (await server.fetch(link)).json()).html).toContain('/embed/d_rain/2"')
    }
    expect(await (await server.fetch('/')).text()).not.toContain('oembed')
    expect(await (await server.fetch('/?drama="><script>')).text()).not.toContain('oembed')
  })
})
