import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cliGroups } from '../../../tools/cli/cli-groups.js'
import { runCommandLine } from '../../../tools/cli/run-command-line.js'
import { signIn } from '../support/api-client.js'
import { giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { fixtures, writeDrama } from '../support/package-fixture.js'
import { drawChat, keepNewImage, sendImage, submit } from '../support/rewards.js'

const KEY = 'the key of this test'
const paths = ['reward_list', 'reward_image?id=s_1', 'order_show?order_no=o_1', 'log']

describe('operators', () => {
  let server: TestServer
  let port = 0
  let listening: ReturnType<typeof serve>
  const folder = mkdtempSync(join(tmpdir(), 'drama-operator-'))
  beforeAll(async () => {
    server = await openTestServer({ engine: 'pglite', config: { operatorKey: KEY }, checkAnswers: true })
    port = await new Promise(resolve => {
      listening = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' }, address => resolve(address.port))
    })
  })
  afterAll(async () => {
    listening.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function command(args: string[], key: string | null = KEY, at = port, name = '') {
    const keys = key === null ? {} : { OPERATOR_KEY: key }
    const env = { OPERATOR_URL: `http://127.0.0.1:${at}/`, OPERATOR_NAME: name, ...keys }
    let output = ''
    const write = (text: string) => {
      output += text
    }
    const streams = { env, columns: null, writeOut: write, writeError: write }
    return { code: await runCommandLine(['operator', ...args], cliGroups, streams), output }
  }

  const sendRequest = (path: string, init: RequestInit = {}, key = KEY) =>
    server.fetch(`/operator/${path}`, { ...init, headers: { Authorization: key, 'X-Operator': 'ana' } })
  const write = async (path: string, body: object) =>
    (await sendRequest(path, { method: 'POST', body: JSON.stringify(body) })).json()

  test('without a key in the environment the addresses of operators do not exist', async () => {
    server.config.operatorKey = null
    for (const path of paths) {
      const answer = await sendRequest(path)
      expect([answer.status, await answer.json()]).toEqual([404, { code: 404, msg: 'Not found', data: null }])
    }
    server.config.operatorKey = KEY
  })

  test('a wrong key opens nothing, a viewer’s token neither, and guesses are limited', async () => {
    const { token } = await signIn(server)
    for (const key of ['', 'the key of this tesT', `${KEY} `.repeat(2), token ?? '']) {
      for (const path of paths) expect((await sendRequest(path, {}, key)).status).toBe(403)
    }
    const statuses = []
    for (let guess = 0; guess < 120; guess++) statuses.push((await sendRequest('log', {}, `guess ${guess}`)).status)
    expect(statuses.at(-1)).toBe(429)
    expect((await sendRequest('log')).status).toBe(429)
    server.clock.advance(60_000)
    expect((await sendRequest('log')).status).toBe(200)
  })

  test('what is under review is listed, looked at and decided once, and everything that was done is written down', async () => {
    const viewer = await signIn(server)
    const { data: image } = await sendImage(server, viewer.token, await drawChat(5000))
    const { submission } = (await submit(viewer, 'whatsapp', { image_id: image.image_id })).data
    const list = await command(['reward', 'list'])
    expect(list.code).toBe(0)
    expect(list.output).toContain(submission.id)
    const file = join(folder, 'seen.jpg')
    expect((await command(['reward', 'image', submission.id, file])).code).toBe(0)
    expect(readFileSync(file).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    expect((await command(['reward', 'approve', submission.id])).code).toBe(0)
    server.clock.advance(1000)
    expect(await command(['reward', 'reject', submission.id, 'old_share'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('not_under_review')
    })
    expect((await viewer.get('/reward/records')).data.list[0]?.status).toBe(1)
    const other = await signIn(server)
    const next = (await submit(other, 'facebook', { image_id: await keepNewImage(server, other.userId) })).data
      .submission
    expect(await write('reward_review', { id: next.id, ok: false })).toMatchObject({
      code: 4001,
      data: { fields: ['reason'] }
    })
    server.clock.advance(1000)
    const no = { id: next.id, ok: false, reason: 'few_friends', note: 'only 3' }
    expect((await write('reward_review', no)).code).toBe(200)
    expect((await other.get('/reward/records')).data.list[0]).toMatchObject({ reason: 'few_friends', note: 'only 3' })
    const { data } = await (await sendRequest('log')).json()
    expect(data.list.map((entry: { action: string; subject: string }) => `${entry.action} ${entry.subject}`)).toEqual([
      `reward_review ${next.id}`,
      `reward_review ${submission.id}`,
      `reward_review ${submission.id}`
    ])
    expect(data.list[0]).toMatchObject({ operator: 'ana', detail: JSON.stringify(no) })
    await expect(server.db.deleteFrom('operator_log').execute()).rejects.toThrow('kept')
    await expect(server.db.updateTable('operator_log').set({ operator: 'x' }).execute()).rejects.toThrow('kept')
  })

  test('the log says of each action whether it was done, refused or failed, and of one that was cut off nothing', async () => {
    const readLog = async () => (await (await sendRequest('log?page_size=4')).json()).data.list
    const describe = ({ action, subject, result, code, reason }: Record<string, unknown>) => [
      [action, subject],
      [result, code, reason]
    ]
    const steps = [
      () => write('order_refund', { order_no: 'o_none' }),
      () => write('partner_create', { name: 'Logged' }),
      async () => {
        const failing = vi.spyOn(server.db, 'transaction').mockImplementationOnce(() => {
          throw new Error('a bug')
        })
        await write('partner_create', { name: 'Broken' })
        failing.mockRestore()
      },
      () =>
        server.db
          .insertInto('operator_log')
          .values({
            id: 'l_zzz',
            operator: 'ana',
            action: 'drama_publish',
            subject: 'd_rain',
            detail: '{}',
            created_at: new Date(server.clock.now())
          })
          .execute()
    ]
    for (const step of steps) {
      server.clock.advance(1000)
      await step()
    }
    expect((await readLog()).map(describe)).toEqual([
      [
        ['drama_publish', 'd_rain'],
        [null, null, null]
      ],
      [
        ['partner_create', 'Broken'],
        ['failed', 5000, null]
      ],
      [
        ['partner_create', 'Logged'],
        ['done', 200, null]
      ],
      [
        ['order_refund', 'o_none'],
        ['refused', 4001, 'unknown_order']
      ]
    ])
    const one = JSON.parse((await command(['log', '--subject', 'o_none', '--operator', 'ana', '--json'])).output)
    expect(one.list.map(describe)).toEqual([
      [
        ['order_refund', 'o_none'],
        ['refused', 4001, 'unknown_order']
      ]
    ])
    const first = (await (await sendRequest('log?page_size=2')).json()).data
    const rest = (await (await sendRequest(`log?page_size=2&cursor=${first.next_cursor}`)).json()).data
    expect([...first.list, ...rest.list]).toEqual(await readLog())
    const results = server.db.deleteFrom('operator_results')
    await expect(results.execute()).rejects.toThrow('kept')
    await expect(server.db.updateTable('operator_results').set({ code: 1 }).execute()).rejects.toThrow('kept')
  })

  test('who decided is the name of OPERATOR_NAME', async () => {
    const viewer = await signIn(server)
    const image = await keepNewImage(server, viewer.userId)
    const { submission } = (await submit(viewer, 'facebook', { image_id: image })).data
    expect((await command(['reward', 'approve', submission.id], KEY, port, 'Bía 李 R.')).code).toBe(0)
    const { list } = JSON.parse((await command(['reward', 'list', 'approved', '--json'])).output)
    expect(list.find(({ id }: { id: string }) => id === submission.id)).toMatchObject({ reviewer: 'Bía 李 R.' })
    expect((await command(['reward', 'list', '1', '--json'])).output).toContain(submission.id)
    expect(await command(['log'], KEY, port, 'Bia\n')).toEqual({
      code: 2,
      output: expect.stringContaining('OPERATOR_NAME: 1 to 64')
    })
  })

  test('a key is printed with the words that it is shown only now, which --json leaves out', async () => {
    const { output } = await command(['partner', 'create', 'Acme'])
    expect(output).toContain('shown only now')
    const { id, key } = JSON.parse((await command(['partner', 'create', 'Acme', '--json'])).output)
    expect([id, key]).toEqual([expect.stringMatching(/^pa_/), expect.stringMatching(/^pk_/)])
    expect((await command(['partner', 'secret', id])).output).toContain('shown only now')
  })

  test('a drama is taken offline and stays so, also when its package is read anew, until it is published', async () => {
    const visitor = await signIn(server)
    const detail = async () => (await visitor.get('/drama/detail', { drama_id: 'd_rain' })).code
    expect((await command(['drama', 'unpublish', 'd_rain'])).code).toBe(0)
    expect(await detail()).toBe(4204)
    const { PackageLoader } = await import('../../../server/modules/catalogue/package/package-loader.js')
    const { AssetRegistry } = await import('../../../server/modules/catalogue/package/asset-registry.js')
    const surroundings = {
      db: server.db,
      clock: server.clock,
      assets: new AssetRegistry(),
      roots: [server.catalogueDir]
    }
    await new PackageLoader(surroundings).scan()
    expect(await detail()).toBe(4204)
    expect((await command(['drama', 'publish', 'd_rain'])).code).toBe(0)
    expect(await detail()).toBe(200)
    expect((await write('drama_unpublish', { id: 'd_none' })).code).toBe(4204)
  })

  test('a broken package is not published, and says so', async () => {
    const [rain, , gate] = fixtures
    if (rain === undefined || gate === undefined) throw new Error('the fixtures are missing')
    const visitor = await signIn(server)
    const detail = async () => (await visitor.get('/drama/detail', { drama_id: 'd_gate' })).code
    const publish = async () => (await write('drama_publish', { id: 'd_gate' })).data.reason
    expect((await write('drama_unpublish', { id: 'd_gate' })).code).toBe(200)
    const missing = `${'0'.repeat(32)}.mp4`
    const [rainAsset] = await server.db.selectFrom('episodes').select('asset').where('id', '=', 'e_rain_1').execute()
    const changes: Parameters<typeof writeDrama>[2][] = [
      drama => Object.assign(drama.episodes[0]?.tracks[0] ?? {}, { init: missing }),
      drama => Object.assign(drama.episodes[0] ?? {}, rainAsset),
      drama => Object.assign(drama, { id: 'd_other' })
    ]
    for (const change of changes) {
      writeDrama(server.catalogueDir, gate, drama => void change?.(drama))
      expect(await publish()).toBe('broken_package')
      await server.loader.scan()
      expect(await detail()).toBe(4204)
    }
    expect(server.logLines.join()).toContain(`objects/${missing} is missing`)
    writeFileSync(join(server.catalogueDir, 'gate', 'drama.json'), '{"format":1')
    const { code, output } = await command(['drama', 'publish', 'd_gate'])
    expect([code, output]).toEqual([1, expect.stringContaining('missing or broken')])
    writeDrama(server.catalogueDir, gate)
    expect(await publish()).toBeUndefined()
    expect(await detail()).toBe(200)
  })

  test('an order is shown without its pay page, and paid back once while its coins are all there', async () => {
    const viewer = await signIn(server)
    const orderBody = { product_id: 'p_brl_300', provider: 'sandbox' } as const
    const { order_no } = (await viewer.post('/store/order', orderBody, newKey())).data
    const decision = new URLSearchParams({ decision: 'approve' })
    await server.fetch(`/pay/sandbox/${order_no}`, { method: 'POST', body: decision, redirect: 'manual' })
    await viewer.get('/store/order_status', { order_no })
    const shown = await command(['order', 'show', order_no])
    expect([shown.code, shown.output]).toEqual([0, expect.stringMatching(/^status +paid$/m)])
    const { order } = JSON.parse((await command(['order', 'show', order_no, '--json'])).output)
    expect(order).toMatchObject({ order_no, status: 'paid' })
    expect(order).not.toHaveProperty('pay_url')
    expect(shown.output).not.toContain('pay_url')
    expect((await command(['order', 'refund', order_no])).code).toBe(0)
    expect((await viewer.get('/wallet/index')).data.coins).toBe(0)
    expect((await write('order_refund', { order_no })).code).toBe(200)
    expect(await write('order_refund', { order_no: 'o_none' })).toMatchObject({ data: { reason: 'unknown_order' } })
    await giveCoins(server, viewer.userId, 1)
  })

  test('a viewer’s orders are found by id, by the ID under My and by e-mail, with those made before signing in', async () => {
    const visitor = await signIn(server)
    const account = await signIn(server)
    const buy = async (viewer: typeof account, product_id: string) => {
      server.clock.advance(1000)
      const order = await viewer.post('/store/order', { product_id, provider: 'sandbox' }, newKey())
      return order.data.order_no
    }
    const earlier = await buy(visitor, 'p_brl_300')
    const email = `buyer${account.userId.slice(-6)}@example.com`
    await server.db
      .updateTable('users')
      .set({ kind: 'user', email, email_verified_at: new Date(server.clock.now()) })
      .where('id', '=', account.userId)
      .execute()
    const { code } = (await account.post('/user/recovery_code')).data
    await visitor.post('/user/recover', { code })
    const later = await buy(account, 'p_brl_600')
    const names = [account.userId, account.userId.slice(-8).toUpperCase(), email.toUpperCase(), visitor.userId]
    for (const name of names) {
      const { list } = JSON.parse((await command(['order', 'list', name, '--json'])).output)
      expect([name, ...list.map(({ order_no }: { order_no: string }) => order_no)]).toEqual([name, later, earlier])
    }
    const first = (await (await sendRequest(`order_list?user=${account.userId}&page_size=1`)).json()).data
    expect(first).toMatchObject({ has_more: true, list: [{ order_no: later, amount: 1990, refunded: 0 }] })
    const next = await sendRequest(`order_list?user=${account.userId}&page_size=1&cursor=${first.next_cursor}`)
    expect((await next.json()).data).toMatchObject({ has_more: false, list: [{ order_no: earlier }] })
    expect((await command(['order', 'list', account.userId])).output).toContain('R$19.90')
    const all = await (await sendRequest('order_list?page_size=1')).json()
    expect(all.data).toMatchObject({ has_more: true, list: [{ order_no: later }] })
    const older = await command(['order', 'list', all.data.next_cursor, '--json'])
    expect(JSON.parse(older.output).list[0]).toMatchObject({ order_no: earlier })
    expect(await command(['order', 'list', 'nobody'])).toEqual({
      code: 1,
      output: expect.stringContaining('no viewer with this ID or e-mail')
    })
  })

  test('a campaign is made, changed, shown, listed and closed, and a promo link of it leads to the page that is named', async () => {
    const done = async (...args: string[]) => {
      const { code, output } = await command(['campaign', ...args, '--json'])
      expect([args, code, output]).toEqual([args, 0, expect.any(String)])
      return JSON.parse(output)
    }
    const made = await done(
      'create',
      'verao',
      'name=Verão 1',
      'start=d_rain:2',
      'free=3',
      'accent=#00aa88',
      'rewards=off',
      'checkin=off',
      'share_scope=channel'
    )
    expect(made.campaign).toMatchObject({
      lpid: 'verao',
      name: 'Verão 1',
      start_drama_id: 'd_rain',
      start_episode_no: 2,
      rewards_enabled: false,
      checkin_enabled: false,
      share_scope: 'channel',
      free_episodes_override: 3,
      theme: { accent: '#00aa88' },
      status: 'active'
    })
    const changed = await done('set', 'verao', 'free=', 'start=d_moon', 'radius=4px', 'lang=es', 'meta_id=123456')
    expect(changed.campaign).toMatchObject({
      name: 'Verão 1',
      start_drama_id: 'd_moon',
      start_episode_no: null,
      free_episodes_override: null,
      theme: { accent: '#00aa88', radius: '4px' },
      default_lang: 'es',
      pixel_hint: { meta_id: '123456' }
    })
    expect((await done('show', 'verao')).campaign).toEqual(changed.campaign)
    const page = 'https://partner.example/p?a=1'
    const link = await done('link', 'verao', 'd_rain', '5', '45', '--page', page, '--expires', '2026-12-01')
    expect(link).toMatchObject({ minutes: 45, expires_at: '2026-12-01T00:00:00.000Z' })
    expect(link.url).toMatch(/^https:\/\/partner\.example\/p\?a=1&lpid=verao&drama=d_rain&ep=5&lps=d_rain\.5\.45\./)
    expect((await done('close', 'verao')).campaign.status).toBe('closed')
    expect((await done('list', 'closed')).list).toMatchObject([{ lpid: 'verao' }])
    expect((await done('list', 'active')).list).toEqual([])
    const refused = async (args: string[], code: number, text: string) =>
      expect(await command(['campaign', ...args])).toEqual({ code, output: expect.stringContaining(text) })
    await Promise.all([
      refused(['create', 'verao'], 1, 'there is a campaign of this name already'),
      refused(['set', 'nobody', 'free=1'], 1, 'there is no campaign of this name'),
      refused(['set', 'verao', 'currency=USD'], 1, 'one currency'),
      refused(['set', 'verao', 'surface=#ffffff'], 1, 'dark enough for white text'),
      refused(['create', 'a b'], 1, 'letters, digits'),
      refused(['link', 'verao', 'd_rain', '5'], 1, 'the campaign is closed'),
      refused(['set', 'verao', 'colour=red'], 2, 'no setting “colour”'),
      refused(['set', 'verao', 'free'], 2, '“free” is no setting=value'),
      refused(['set', 'verao', 'name='], 2, '“name” cannot be taken away'),
      refused(['set', 'verao', 'rewards=yes'], 2, 'on or off'),
      refused(['set', 'verao', 'checkin='], 2, 'on or off'),
      refused(['set', 'verao', 'offer=weekly'], 1, 'product list has the ids'),
      refused(['set', 'verao', 'offer=p_none'], 1, 'product list has the ids'),
      refused(['set', 'verao', 'start=rain'], 1, 'drama= has it in the address'),
      refused(['set', 'verao', 'status=paused'], 1, 'active or closed'),
      refused(['set', 'verao', 'share_scope=each'], 1, 'all or channel'),
      refused(['set', 'verao', 'ancestors=shop.example'], 1, 'origins such as'),
      refused(['link', 'verao', 'd_rain'], 2, "'episode'; usage: drama operator campaign link"),
      refused(['link', 'verao', 'd_rain', 'x'], 1, 'a whole number of an episode'),
      refused(['link', 'verao', 'd_rain', '5', '--until', '2027'], 2, "unknown option '--until'"),
      refused(['link', 'verao', 'd_rain', '5', '--expires', 'soon'], 2, '“soon” is no date')
    ])
  })

  test('a number that is none takes no setting away, and says what it should be', async () => {
    expect((await command(['campaign', 'create', 'numbers', 'free=3', 'limit=500', 'budget=100'])).code).toBe(0)
    for (const [word, text] of [
      ['free=1O', 'a whole number of episodes'],
      ['free=1.5', 'a whole number of episodes'],
      ['limit=5OO', 'whole coins'],
      ['budget=none', 'a whole number of bonus'],
      ['start=d_rain:two', 'a whole number of an episode'],
      ['window=1e400', 'whole days']
    ] as const) {
      const result = await command(['campaign', 'set', 'numbers', word])
      expect([word, result.code, result.output]).toEqual([word, 1, expect.stringContaining(text)])
    }
    const { output } = await command(['campaign', 'show', 'numbers', '--json'])
    const expected = { free_episodes_override: 3, daily_limit: 500, reward_budget: 100, start_drama_id: null }
    expect(JSON.parse(output).campaign).toMatchObject(expected)
  })

  test('what is on sale is listed with the ids that an offer can name', async () => {
    const { list } = JSON.parse((await command(['product', 'list', '--json'])).output)
    expect(list.map(({ id }: { id: string }) => id)).toContain('p_brl_weekly')
    for (const { id } of list) {
      const { code } = await command(['campaign', 'set', 'numbers', `offer=${id}`])
      expect([id, code]).toEqual([id, 0])
    }
  })

  test('what a partner or a postback cannot be is said in words', async () => {
    const refused = async (args: string[], text: string, code = 1) =>
      expect(await command(args)).toEqual({ code, output: expect.stringContaining(text) })
    const [add, place] = [['campaign', 'postback', 'add', 'numbers'], 'https://ads.example/p']
    await Promise.all([
      refused([...add, 'buy', place], 'purchase, refund, view_content', 2),
      refused([...add, 'purchase', place, 'PUT'], 'GET, POST', 2),
      refused([...add, 'purchase', 'https://10.0.0.1/p'], 'no private address'),
      refused(['partner', 'give', 'acme', 'numbers'], 'partner list has them'),
      refused(['partner', 'coins', 'pa_000000000000', 'many', 'invoice'], 'whole coins'),
      refused(['partner', 'create', ''], '1 to 120 characters'),
      refused(['partner', 'revoke', 'pa_000000000000', ''], "'key_id' is empty", 2)
    ])
  })

  test.each([
    'log cursor o_1',
    'product list p_1',
    'reward list 0 cursor s_1',
    'reward image s_1 file s_2',
    'reward approve s_1 s_2',
    'drama publish d_1 d_2',
    'drama unpublish d_1 d_2',
    'order show o_1 o_2',
    'order refund o_1 o_2'
  ])('`%s` has a word too many, and does nothing', async line => {
    expect(await command(line.split(' '))).toEqual({
      code: 2,
      output: expect.stringMatching(/^✗ '.+' is too much; usage: drama operator .+\n$/)
    })
  })

  test('the command says how it is used, and what is missing', async () => {
    for (const args of [[], ['reward']]) {
      expect(await command(args)).toEqual({ code: 2, output: expect.stringContaining('Usage: drama operator') })
    }
    for (const args of [
      ['reward', 'reject', 's_1'],
      ['drama', 'publish'],
      ['reward', 'list', '9']
    ]) {
      const output = expect.stringMatching(/^✗ .+; usage: drama operator .+\n$/)
      expect(await command(args)).toEqual({ code: 2, output })
    }
    expect(await command(['log'], null)).toMatchObject({ code: 2, output: expect.stringContaining('OPERATOR_KEY') })
    const says = (args: string[], code: number, text: string, key = KEY, at = port) =>
      command(args, key, at).then(result => expect(result).toEqual({ code, output: expect.stringContaining(text) }))
    await Promise.all([
      says(['reward', 'reject', 's_1', 'silly'], 2, 'few_friends'),
      says(['log'], 1, 'not the one that the server has', 'another key than that'),
      says(['log'], 1, 'is it running', KEY, 1),
      says(['reward', 'approve', 's_none'], 1, 'there is none with this id'),
      says(['order', 'refund', 'o_none'], 1, 'no order with this number'),
      says(['reward', 'list', '0', 'no-cursor', '--json'], 0, '"list"')
    ])
  })

  test('with --json an error is JSON, with the same exit code', async () => {
    const readError = async (args: string[], key: string | null = KEY, at = port) => {
      const { code, output } = await command([...args, '--json'], key, at)
      return { code, error: JSON.parse(output).error }
    }
    expect(await readError(['order', 'refund', 'o_none'])).toEqual({
      code: 1,
      error: {
        code: 4001,
        msg: expect.any(String),
        hint: 'there is no order with this number',
        data: { fields: ['order_no'], reason: 'unknown_order' }
      }
    })
    expect(await readError(['log'], KEY, 1)).toMatchObject({ code: 1, error: { code: 'no_server' } })
    expect(await readError(['log'], null)).toMatchObject({ code: 2, error: { code: 'no_operator_key' } })
    expect(await readError(['log', 'cursor', 'o_1'])).toMatchObject({ code: 2, error: { code: 'excess_arguments' } })
    expect(await readError(['log'], KEY, 70_000)).toMatchObject({ code: 2, error: { code: 'invalid_setting' } })
    expect(await readError(['log'], 'clé')).toMatchObject({ code: 2, error: { code: 'no_operator_key' } })
  })

  test.each([
    [301, 'https://drama.example/', 'answered 301 with https://drama.example/, and is not this server'],
    [200, undefined, 'answered 200, and is not this server']
  ])('another server that answers %s is told by its answer', async (status, location, text) => {
    const other = createServer((_, response) => {
      response.writeHead(status, location === undefined ? {} : { location }).end('<h1>Hello</h1>')
    })
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const at = typeof address === 'object' && address !== null ? address.port : 0
    const { code, output } = await command(['log'], KEY, at)
    other.close()
    expect([code, output]).toEqual([1, expect.stringContaining(`http://127.0.0.1:${at}/operator/log ${text}`)])
  })

  test('with --json a list is the data of the response, without it a table', async () => {
    const { data } = await (await sendRequest('product_list')).json()
    expect(JSON.parse((await command(['product', 'list', '--json'])).output)).toEqual(data)
    const lines = (await command(['product', 'list'])).output.split('\n')
    expect(lines.find(line => line.includes('p_brl_weekly'))).toBeDefined()
    expect(lines.filter(line => line.startsWith('{'))).toEqual([])
  })
})
