import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { queueDeliveries } from '../../../server/modules/postback/outbox.js'
import { newAddress } from '../support/accounts.js'
import { type ApiClient, signIn } from '../support/api-client.js'
import { giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer, type TestServerOptions } from '../support/open-test-server.js'
import { OPERATOR_KEY, operate } from '../support/partners.js'
import { keepNewImage, sendNewImage, submit } from '../support/rewards.js'

export const callers = [
  ...(['none', 'garbage', 'visitor', 'other', 'user', 'revoked', 'expired', 'merged', 'deleted'] as const),
  ...(['operator', 'wrong operator', 'partner', 'other partner'] as const)
]
export type CallerName = (typeof callers)[number]

export interface OwnedObjects {
  userId: string
  order: string
  orderKey: string
  image: string
  approved: string
  rejected: string
  nonce: string
  playId: string
  exportPath: string
  mediaPath: string
  recoveryCode: string
  postback: string
}

export interface PopulatedServer {
  server: TestServer
  tokens: Record<CallerName, string | null>
  owner: ApiClient & { userId: string }
  ownedObjects: OwnedObjects
  /** Signs in a new caller of this kind, for routes that end a session. */
  fresh(name: 'visitor' | 'other' | 'user'): Promise<string>
  close(): Promise<void>
}

const site: Record<string, string> = {
  'cdn/drama-app.js': 'export {}',
  'react/index.js': 'export {}',
  'site/index.html': '<title>site</title>',
  'host/index.html': '<title>host</title>',
  'partners/index.html': '<title>partners</title>',
  'hostile/index.html': '<title>hostile</title>'
}

export function writeSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drama-surface-'))
  for (const [name, content] of Object.entries(site)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

/** `isUploaded` uploads a real picture for the owner, which is slow. */
export async function openPopulatedServer(
  config: TestServerOptions['config'] = {},
  isUploaded = false
): Promise<PopulatedServer> {
  const distDir = writeSite()
  const server = await openTestServer({
    engine: 'pglite',
    config: { distDir, operatorKey: OPERATOR_KEY, ...config },
    checkAnswers: true
  })
  const keys = await openPartners(server)
  const owner = await signIn(server)
  const fresh: PopulatedServer['fresh'] = async name =>
    (await (name === 'user' ? openUser(server) : signIn(server))).token ?? ''
  return {
    server,
    owner,
    fresh,
    ownedObjects: await gather(server, owner, isUploaded),
    tokens: { ...(await tokensOf(server, owner.token, fresh)), ...keys },
    close: async () => {
      await server.close()
      rmSync(distDir, { recursive: true, force: true })
    }
  }
}

async function openUser(server: TestServer) {
  const viewer = await signIn(server)
  const account = { kind: 'user', email: newAddress(), email_verified_at: new Date(server.clock.now()) } as const
  await server.db.updateTable('users').set(account).where('id', '=', viewer.userId).execute()
  return viewer
}

async function tokensOf(
  server: TestServer,
  visitor: string | null,
  fresh: PopulatedServer['fresh']
): Promise<Record<Exclude<CallerName, 'partner' | 'other partner'>, string | null>> {
  const [revoked, expired, merged] = [await signIn(server), await signIn(server), await signIn(server)]
  const account = await openUser(server)
  await revoked.post('/user/logout')
  const sessions = server.db.updateTable('sessions').set({ expires_at: new Date(server.clock.now() - 1) })
  await sessions.where('user_id', '=', expired.userId).execute()
  const { code } = (await account.post('/user/recovery_code')).data
  await merged.post('/user/recover', { code })
  const deleted = await openUser(server)
  await deleted.post('/user/delete', { confirm: true })
  return {
    none: null,
    garbage: 'x'.repeat(43),
    visitor,
    other: await fresh('other'),
    user: await fresh('user'),
    revoked: revoked.token,
    expired: expired.token,
    merged: merged.token,
    deleted: deleted.token,
    operator: OPERATOR_KEY,
    'wrong operator': `${OPERATOR_KEY}x`
  }
}

/** Opens two partners. The first has the campaign `surface` and a postback for purchases. */
async function openPartners(server: TestServer): Promise<Record<'partner' | 'other partner', string>> {
  const createPartner = async (name: string) => (await operate(server, 'partner_create', { name })).data
  const [one, other] = [await createPartner('One'), await createPartner('Other')]
  await operate(server, 'campaign_save', { lpid: 'surface', mode: 'create', name: 'Surface' })
  await operate(server, 'partner_give', { id: one.id, lpid: 'surface' })
  const url = 'https://partner.example/told?id={event_id}'
  await operate(server, 'campaign_postback_add', { lpid: 'surface', event: 'view_content', url })
  return { partner: one.key, 'other partner': other.key }
}

async function tellPartner(server: TestServer, owner: PopulatedServer['owner']): Promise<string> {
  await owner.post('/index/visit', { lpid: 'surface' })
  const at = server.clock.now()
  const event = { event: 'view_content', event_id: 'surface-0', at, props: { drama_id: 'd_rain' } } as const
  await owner.post('/event/collect', { events: [event] })
  await queueDeliveries(server.db, new Date(at))
  const deliveries = server.db.selectFrom('event_outbox').select('id').where('postback_id', '<>', '')
  return (await deliveries.executeTakeFirstOrThrow()).id
}

async function gather(server: TestServer, owner: PopulatedServer['owner'], isUploaded: boolean): Promise<OwnedObjects> {
  await giveCoins(server, owner.userId, 1000)
  const orderKey = newKey()
  const orderBody = { product_id: 'p_brl_300', provider: 'sandbox' } as const
  const order = (await owner.post('/store/order', orderBody, orderKey)).data.order_no
  const submitReward = async (channel: 'whatsapp' | 'telegram', decision: object) => {
    const telegramName = `u${owner.userId.slice(-20)}`
    const proof =
      channel === 'telegram' ? { telegram_id: telegramName } : { image_id: await keepNewImage(server, owner.userId) }
    const { id } = (await submit(owner, channel, proof)).data.submission
    await operate(server, 'reward_review', { id, ...decision })
    return id
  }
  const play = (await owner.post('/drama/play', { episode_id: 'e_rain_1' })).data
  await owner.post('/drama/auto_unlock', { enabled: true })
  const bought = { episode_id: 'e_rain_3', expect_price: 60, source: 'auto' } as const
  await owner.post('/drama/unlock', bought, newKey())
  await owner.post('/user/favorite', { drama_id: 'd_rain', on: 1 })
  const pathOf = (address: string) => new URL(address).pathname
  return {
    userId: owner.userId,
    order,
    orderKey: orderKey['Idempotency-Key'],
    playId: play.play_id,
    approved: await submitReward('whatsapp', { ok: true }),
    rejected: await submitReward('telegram', { ok: false, reason: 'not_member' }),
    image: await (isUploaded ? sendNewImage(server, owner.token) : keepNewImage(server, owner.userId)),
    nonce: (await owner.post('/task/start', { code: 'home_15s' })).data.nonce,
    exportPath: pathOf((await owner.get('/user/export')).data.url),
    mediaPath: pathOf(play.sources[0]?.url ?? ''),
    postback: await tellPartner(server, owner),
    recoveryCode: (await owner.post('/user/recovery_code')).data.code
  }
}
