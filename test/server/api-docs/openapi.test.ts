import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { createOpenApiDocument } from '../../../server/modules/api-docs/openapi-document.js'
import { createAnswerChecker } from '../support/documented-answers.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

let server: TestServer
let distDir: string
let document: ReturnType<typeof createOpenApiDocument>
beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'drama-api-docs-'))
  mkdirSync(join(distDir, 'docs'))
  writeFileSync(join(distDir, 'docs/scalar.js'), 'export {}')
  server = await openTestServer({ engine: 'pglite', config: { distDir } })
  document = await (await server.fetch('/openapi.json')).json()
})
afterAll(async () => {
  await server.close()
  rmSync(distDir, { recursive: true, force: true })
})

/** Files and pages, which a description of the API would only repeat. */
const siteRoutes = [
  ...['react', 'host', 'console', 'partners', 'hostile'].flatMap(mount => [`GET /${mount}`, `GET /${mount}/*`]),
  'GET /pages/*',
  'GET /',
  'GET /manifest.webmanifest',
  'GET /npm/drama-app.tgz',
  'GET /npm/:file',
  'GET /:release{v[0-9].*}/*',
  'GET /*'
]

const wildcards: Record<string, string> = {
  'GET /m/*': 'GET /m/{ticket}/{asset}/{file}',
  'GET /:file{sitemap-[1-9][0-9]{0,4}\\.xml}': 'GET /sitemap-{number}.xml',
  'GET /console/preview/:token/*': 'GET /console/preview/{token}/{file}',
  'POST /console/preview/:token/*': 'POST /console/preview/{token}/{file}'
}

const listOperations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation }))
  )

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('every reference leads to a component, and every component is referred to', () => {
    const text = JSON.stringify(document)
    const references = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name]) => name))
    const { securitySchemes: _, ...components } = document.components
    const names = Object.entries(components).flatMap(([kind, values]) =>
      Object.keys(values).map(name => `${kind}/${name}`)
    )
    expect([...references].sort()).toEqual(names.sort())
  })

  test('has every route but files and pages of the site, and nothing else', () => {
    const registered = server.app.routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : `${method} ${path}`))
    expect(siteRoutes.filter(name => !registered.includes(name))).toEqual([])
    const described = registered.filter(name => !siteRoutes.includes(name))
    const expected = described.map(
      name => wildcards[name] ?? name.replace(/:(\w+)(?:\{(?:[^{}]|\{[^{}]*\})*\})?/g, '{$1}')
    )
    expect(
      listOperations()
        .map(({ name }) => name)
        .sort()
    ).toEqual(expected.sort())
  })

  test('names each operation once, and holds no secret of the server', () => {
    const ids = listOperations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const text = JSON.stringify(document)
    const { accountSecret, mediaSecrets, promoSecrets } = server.config
    for (const secret of [accountSecret, ...mediaSecrets, ...promoSecrets]) expect(text).not.toContain(String(secret))
  })

  test('an answer that is not as the document says is found', async () => {
    const answer = async () => ({ method: 'GET', url: '/index/tags', response: await server.fetch('/index/tags') })
    await createAnswerChecker(document).check(await answer())
    const changed = JSON.parse(
      JSON.stringify(document).replace(
        '"Tag":{"type":"object","properties":{"id"',
        '"Tag":{"type":"object","properties":{"key"'
      )
    )
    expect(changed).not.toEqual(document)
    await expect(createAnswerChecker(changed).check(await answer())).rejects.toThrow(/get_index_tags 200/)
  })
})

describe('/openapi.json and /docs/api', () => {
  test('the document is cached by its ETag, and open to every origin', async () => {
    const first = await server.fetch('/openapi.json')
    const etag = first.headers.get('ETag') ?? ''
    expect(etag).toMatch(/^W\/"\w+"$/)
    expect(first.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=60')
    const second = await server.fetch('/openapi.json', { headers: { 'If-None-Match': etag } })
    expect([second.status, await second.text()]).toEqual([304, ''])
  })

  test('the page loads its script and the document from this origin only', async () => {
    const page = await server.fetch('/docs/api')
    expect(page.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; script-src 'self';.*connect-src 'self'/
    )
    const html = await page.text()
    expect(html).not.toMatch(/https?:\/\//)
    const [, script = ''] = /<script src="([^"]+)"/.exec(html) ?? []
    const sent = await server.fetch(script)
    expect([sent.status, sent.headers.get('Content-Type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect((await server.fetch('/docs/other')).status).toBe(404)
  })
})
