import { createHmac } from 'node:crypto'
import { createApiClient, signIn } from './api-client.js'
import type { TestServer } from './open-test-server.js'
import { openPartner, operate } from './partners.js'

export interface Signer {
  key_id: string
  secret: string
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Makes a JWT; `header` and `digest` make invalid ones. */
export function sign({ key_id, secret }: Signer, claims: object, { header = {}, digest = 'sha256' } = {}): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT', kid: key_id, ...header })}.${encode(claims)}`
  return `${text}.${createHmac(digest, secret).update(text).digest('base64url')}`
}

export async function openSigner(server: TestServer) {
  const { id, get } = await openPartner(server, [])
  const { data: signer }: { data: Signer } = await operate(server, 'partner_secret', { id })
  const seconds = () => Math.floor(server.clock.now() / 1000)
  let tokens = 0
  return {
    id,
    get,
    signer,
    token: (claims: object, life = 300) => sign(signer, { iat: seconds(), exp: seconds() + life, ...claims }),
    payingFor(no: number, more: object = {}) {
      tokens += 1
      return this.token({ jti: `sponsored-${tokens}`, drama_id: 'd_rain', episode_no: no, ...more })
    },
    pay: (coins: number, reference: string) => operate(server, 'partner_coins', { id, coins, reference })
  }
}

/** Opens a page with a partner token, in a browser with this session or a new one. */
export async function openPartnerSession(server: TestServer, partnerToken: string, session?: string | null) {
  const own = { 'XX-Token': partnerToken }
  const before = session ?? (await signIn(server)).token
  const answer = await createApiClient(server, before, 'device1', own).post('/user/partner_login')
  const token = answer.code === 200 ? answer.data.token : before
  return { answer, before, ...createApiClient(server, token, 'device1', own) }
}
