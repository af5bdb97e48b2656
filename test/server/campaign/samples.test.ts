import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleCampaigns } from '../../../demo/host/settings/attributes.js'
import { seedSampleCampaigns } from '../../../server/modules/campaign/samples.js'
import { campaignTheme } from '../../../server/modules/campaign/theme.js'
import { signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ engine: 'pglite' })
})
afterAll(() => server.close())

const seed = () => seedSampleCampaigns(server.db, server.config.currency, new Date(server.clock.now()))
const rowsOf = () => server.db.selectFrom('campaigns').selectAll().orderBy('lpid').execute()

test('the first start has the campaigns of the landing pages and the host page, and no other start touches them', async () => {
  expect(await seed()).toBe(sampleCampaigns.length)
  const rows = await rowsOf()
  expect(rows.map(({ lpid }) => lpid)).toEqual([...sampleCampaigns].sort())
  const pages = ['noiva', 'revista', 'radio', 'nube', 'shurfa'].map(name =>
    readFileSync(`demo/partners/${name}/index.html`, 'utf8')
  )
  for (const { lpid } of rows) expect(pages.some(page => page.includes(`lpid="${lpid}"`))).toBe(true)
  for (const { theme } of rows) expect(campaignTheme.safeParse(theme).success).toBe(true)
  const { data } = await (await signIn(server)).get('/store/index')
  const onSale = data.products.map(({ id }) => id)
  for (const { offer_id } of rows) if (offer_id) expect(onSale).toContain(offer_id)
  await server.db.deleteFrom('campaigns').where('lpid', '<>', 'nube-linea').execute()
  expect(await seed()).toBe(0)
  expect(await rowsOf()).toHaveLength(1)
})
