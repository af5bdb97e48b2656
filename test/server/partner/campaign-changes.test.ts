import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, openCampaign, openPartner, operate } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

const MINUTE_MS = 60_000

describe.each(engines)('when which setting of a campaign changed, on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY, isDemo: true }, checkAnswers: true })
  })
  afterAll(() => server.close())

  async function save(lpid: string, change: object) {
    server.clock.advance(MINUTE_MS)
    const answer = await operate(server, 'campaign_save', { lpid, mode: 'set', ...change })
    expect(answer.code).toBe(200)
  }

  test('a partner reads each setting before and after, newest first, without who of the operators', async () => {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    await save(lpid, { free_episodes_override: 9 })
    await save(lpid, { free_episodes_override: 2, start_drama_id: 'd_rain', offer_id: 'p_brl_300' })
    await save(lpid, { theme: { accent: '#ff0000' }, status: 'closed' })
    // What partners do not see makes no line.
    await save(lpid, { daily_limit: 300, reward_budget: 1000, name: '<b>internal</b>' })
    await operate(server, 'campaign_save', { lpid, mode: 'set', start_drama_id: 'd_nothing' })
    const { data } = await partner.get('campaign_changes', { lpid, lang: 'en' })
    expect(data).toMatchObject({ has_more: false, next_cursor: null })
    expect(data.list).toMatchObject([
      {
        lpid,
        campaign_name: '<b>internal</b>',
        changed_by: null,
        changes: [
          { setting: 'status', before: 'active', after: 'closed' },
          { setting: 'theme', before: null, after: null }
        ]
      },
      {
        changes: [
          { setting: 'free_episodes', before: '9', after: '2' },
          { setting: 'start_drama', before: null, after: 'd_rain', after_name: expect.any(String) },
          { setting: 'offer', before: null, after: 'p_brl_300', after_name: expect.any(String) }
        ]
      },
      { changes: [{ setting: 'free_episodes', before: null, after: '9' }] }
    ])
    expect(JSON.stringify(data)).not.toMatch(/operator@|daily_limit|reward_budget|partner_id/)
  })

  test('only own campaigns, in both directions, and none from when the campaign was another partner’s', async () => {
    const [mine, theirs] = [await openCampaign(server), await openCampaign(server)]
    const [me, other] = [await openPartner(server, [mine]), await openPartner(server, [theirs])]
    await save(mine, { free_episodes_override: 3 })
    await save(theirs, { free_episodes_override: 4 })
    const ofMe = (await me.get('campaign_changes')).data.list
    const ofOther = (await other.get('campaign_changes')).data.list
    expect([ofMe, ofOther].map(list => list.map((entry: { lpid: string }) => entry.lpid))).toEqual([[mine], [theirs]])
    expect((await me.get('campaign_changes', { lpid: theirs })).data).toMatchObject({ reason: 'unknown_campaign' })
    expect((await other.get('campaign_changes', { lpid: mine })).data).toMatchObject({ reason: 'unknown_campaign' })
    server.clock.advance(MINUTE_MS)
    await operate(server, 'partner_give', { id: me.id, lpid: theirs })
    expect((await me.get('campaign_changes', { lpid: theirs })).data.list).toEqual([])
    await save(theirs, { free_episodes_override: 5 })
    expect((await me.get('campaign_changes', { lpid: theirs })).data.list).toMatchObject([
      { changes: [{ before: '4', after: '5' }] }
    ])
    expect((await other.get('campaign_changes')).data.list).toEqual([])
  })

  test('a campaign whose id is that of another partner shows nothing of that partner’s keys', async () => {
    const other = await openPartner(server, [])
    server.clock.advance(MINUTE_MS)
    await operate(server, 'partner_key', { id: other.id })
    await operate(server, 'campaign_save', { lpid: other.id, mode: 'create' })
    const me = await openPartner(server, [other.id])
    expect((await me.get('campaign_changes', { lpid: other.id })).data.list).toEqual([])
  })

  test('keys, postbacks and experiments are told, with who of one’s own did it', async () => {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    server.clock.advance(MINUTE_MS)
    const { data: key } = await operate(server, 'partner_key', { id: partner.id })
    server.clock.advance(MINUTE_MS)
    await operate(server, 'partner_revoke', { id: partner.id, key: key.key_id })
    server.clock.advance(MINUTE_MS)
    const url = 'https://ads.example/p?token=s3cret'
    const { data: postback } = await operate(server, 'campaign_postback_add', { lpid, event: 'purchase', url })
    server.clock.advance(MINUTE_MS)
    await operate(server, 'campaign_postback_remove', { lpid, id: postback.id })
    server.clock.advance(MINUTE_MS)
    const variants = [0, 4].map((free, index) => ({
      name: index === 0 ? 'A' : '"><script>alert(1)</script>',
      share: 50,
      start_drama_id: null,
      start_episode_no: null,
      free_episodes_override: free,
      offer_id: null,
      theme: {}
    }))
    const name = '"><script>alert(1)</script>\u202E'
    const { data: experiment } = await partner.post('experiment_save', { lpid, name, goal: 'purchase_rate', variants })
    await partner.post('experiment_start', { id: experiment.id })
    server.clock.advance(MINUTE_MS)
    await operate(server, 'experiment_end', { id: experiment.id, use_variant: 2 })
    const { data } = await partner.get('campaign_changes')
    const ofKeys = { lpid: null, campaign_name: null, changed_by: null }
    expect(data.list).toMatchObject([
      {
        lpid,
        changed_by: null,
        changes: [
          { setting: 'experiment', before: 'running', after: 'ended', detail: name },
          { setting: 'free_episodes', before: null, after: '4' }
        ]
      },
      {
        lpid,
        changed_by: partner.key.slice(0, 15),
        changes: [{ setting: 'experiment', before: 'draft', after: 'running', detail: name }]
      },
      { lpid, changes: [{ setting: 'postback', before: 'purchase', after: null, detail: 'https://ads.example/p' }] },
      { lpid, changes: [{ setting: 'postback', before: null, after: 'purchase' }] },
      { ...ofKeys, changes: [{ setting: 'api_key', before: key.key_id, after: null }] },
      { ...ofKeys, changes: [{ setting: 'api_key', before: null, after: key.key_id }] }
    ])
    expect(JSON.stringify(data)).not.toContain('s3cret')
  })

  test('pages of the period have every change once, also with many entries that show none', async () => {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    for (let free = 1; free <= 5; free++) {
      await save(lpid, { free_episodes_override: free })
      await save(lpid, { daily_limit: free })
      await save(lpid, { daily_limit: free + 10 })
    }
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: Record<string, string> = { lpid, page_size: '2', ...(cursor !== '' && { cursor }) }
      const { data } = await partner.get('campaign_changes', query)
      expect(data.list.length).toBeGreaterThan(0)
      seen.push(...data.list.map((entry: { changes: { after: string }[] }) => entry.changes[0]?.after))
      cursor = data.next_cursor
    }
    expect(seen).toEqual(['5', '4', '3', '2', '1'])
    const { data } = await partner.get('campaign_changes', { lpid, from: '2020-01-01', to: '2020-01-02' })
    expect(data.list).toEqual([])
    expect((await partner.get('campaign_changes', { from: 'never' })).data).toMatchObject({ reason: 'not_a_day' })
  })
})
