// Stand-ins for Meta's Conversions API and TikTok's Events API, which check what the originals document and refuse with
// the originals' kind of body.
import { createServer, type IncomingMessage } from 'node:http'

export const META_TOKEN = 'EAAmeta-token-of-the-tests'
export const TIKTOK_TOKEN = 'tiktok-token-of-the-tests'
const STANDARD_NAMES: Record<'meta' | 'tiktok', readonly string[]> = {
  meta: ['Search', 'ViewContent', 'AddToWishlist', 'InitiateCheckout', 'Purchase', 'CompleteRegistration', 'PageView'],
  tiktok: ['Search', 'ViewContent', 'AddToWishlist', 'InitiateCheckout', 'CompletePayment', 'CompleteRegistration']
}
const HASH = /^[0-9a-f]{64}$/
const MAX_AGE_S = 7 * 86_400
const MAX_AHEAD_S = 600

type Fields = Record<string, unknown>

interface TakenEvent {
  network: 'meta' | 'tiktok'
  pixel: string
  testCode: unknown
  event: Fields
}

interface Call {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export interface FakeAdNetworks {
  base: string
  calls: Call[]
  /** Events that were taken, each name and id once, as the networks count them. */
  taken: TakenEvent[]
  /** Answers so many calls with a failure of the network. */
  failing: { calls: number }
  close(): void
}

/** `now` is in ms. */
export async function openFakeAdNetworks(now: () => number): Promise<FakeAdNetworks> {
  const calls: Call[] = []
  const taken: TakenEvent[] = []
  const failing = { calls: 0 }

  function take(call: TakenEvent) {
    const key = ({ network, pixel, event }: TakenEvent) =>
      JSON.stringify([network, pixel, event.event_name ?? event.event, event.event_id])
    if (!taken.some(known => key(known) === key(call))) taken.push(call)
  }

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const call = { path: request.url ?? '', headers: request.headers, body }
    calls.push(call)
    const send = (status: number, answer: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
    if (failing.calls > 0) {
      failing.calls -= 1
      return send(503, { error: { message: 'Service temporarily unavailable', type: 'OAuthException', code: 2 } })
    }
    const isMeta = call.path.startsWith('/v')
    const { status, answer, events } = isMeta ? answerAsMeta(call, now()) : answerAsTikTok(call, now())
    for (const event of events) take(event)
    return send(status, answer)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    base: `http://127.0.0.1:${port}`,
    calls,
    taken,
    failing,
    close() {
      server.close()
      server.closeAllConnections()
    }
  }
}

interface NetworkAnswer {
  status: number
  answer: object
  events: TakenEvent[]
}

const toFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})

function answerAsMeta({ path, body }: Call, now: number): NetworkAnswer {
  const refuse = (code: number, message: string, more: object = {}) => {
    const error = { message, type: 'OAuthException', code, ...more, fbtrace_id: 'Atrace' }
    return { status: code === 190 ? 401 : 400, answer: { error }, events: [] }
  }
  const url = new URL(path, 'http://meta')
  const [, pixel] = /^\/v\d+\.\d+\/(\d{5,20})\/events$/.exec(url.pathname) ?? []
  if (pixel === undefined) return refuse(100, 'Unsupported post request.')
  const { data, access_token = url.searchParams.get('access_token'), test_event_code } = toFields(JSON.parse(body))
  if (access_token !== META_TOKEN) return refuse(190, `Malformed access token ${access_token}`)
  if (!Array.isArray(data) || data.length < 1 || data.length > 1000)
    return refuse(100, '(#100) param data must be non-empty.')
  for (const event of data.map(toFields)) {
    const problem = findMetaProblem(event, now)
    if (problem !== null) return refuse(100, 'Invalid parameter', { error_subcode: 2804003, error_user_msg: problem })
  }
  const events = data.map(event => ({ network: 'meta' as const, pixel, testCode: test_event_code, event }))
  return { status: 200, answer: { events_received: data.length, messages: [], fbtrace_id: 'Atrace' }, events }
}

function findMetaProblem(event: Fields, now: number): string | null {
  const user = toFields(event.user_data)
  const custom = toFields(event.custom_data)
  const isHashList = (list: unknown) => Array.isArray(list) && list.every(hash => HASH.test(hash))
  if (!STANDARD_NAMES.meta.includes(`${event.event_name}`)) return 'event_name'
  if (!isRecentSecond(event.event_time, now)) return 'event_time'
  if (event.action_source !== 'website') return 'action_source'
  if (!URL.canParse(`${event.event_source_url}`)) return 'event_source_url is required for website events'
  if (typeof user.client_user_agent !== 'string') return 'client_user_agent is required for website events'
  for (const name of ['em', 'external_id']) if (name in user && !isHashList(user[name])) return `user_data.${name}`
  if ('fbp' in user && !/^fb\.\d\.\d{13}\.\d+$/.test(`${user.fbp}`)) return 'user_data.fbp'
  if ('fbc' in user && !/^fb\.\d\.\d{13}\.[\w-]+$/.test(`${user.fbc}`)) return 'user_data.fbc'
  if (event.event_name === 'Purchase' && !isMoney(custom)) return 'custom_data needs value and currency'
  return typeof event.event_id === 'string' ? null : 'event_id'
}

function answerAsTikTok({ path, headers, body }: Call, now: number): NetworkAnswer {
  const refuse = (code: number, message: string) => {
    return { status: 200, answer: { code, message, request_id: 'r1', data: {} }, events: [] }
  }
  if (path !== '/open_api/v1.3/event/track/') return { status: 404, answer: {}, events: [] }
  if (headers['access-token'] !== TIKTOK_TOKEN) return refuse(40105, 'Access token is incorrect or has been revoked.')
  const { event_source, event_source_id, data, test_event_code } = toFields(JSON.parse(body))
  if (event_source !== 'web') return refuse(40002, 'event_source: Unknown value')
  if (typeof event_source_id !== 'string' || !/^[A-Z0-9]{10,40}$/.test(event_source_id))
    return refuse(40002, 'event_source_id: Invalid pixel code')
  if (!Array.isArray(data) || data.length < 1) return refuse(40002, 'data: Missing data for required field.')
  for (const event of data.map(toFields)) {
    const problem = findTikTokProblem(event, now)
    if (problem !== null) return refuse(40002, `data.0.${problem}`)
  }
  const events = data.map(event => {
    return { network: 'tiktok' as const, pixel: event_source_id, testCode: test_event_code, event }
  })
  return { status: 200, answer: { code: 0, message: 'OK', request_id: 'r1', data: {} }, events }
}

function findTikTokProblem(event: Fields, now: number): string | null {
  const user = toFields(event.user)
  const properties = toFields(event.properties)
  if (!STANDARD_NAMES.tiktok.includes(`${event.event}`)) return 'event: Invalid event name'
  if (!isRecentSecond(event.event_time, now)) return 'event_time: Invalid'
  if (typeof event.event_id !== 'string') return 'event_id: Missing'
  for (const name of ['email', 'external_id'])
    if (name in user && !HASH.test(`${user[name]}`)) return `user.${name}: must be hashed with SHA-256`
  if (!['email', 'external_id', 'ttclid', 'ttp'].some(name => name in user)) return 'user: Missing'
  if (!URL.canParse(`${toFields(event.page).url}`)) return 'page.url: Invalid'
  if (event.event === 'CompletePayment' && !isMoney(properties)) return 'properties: value and currency are required'
  return null
}

function isRecentSecond(time: unknown, now: number): boolean {
  const seconds = Math.floor(now / 1000)
  return Number.isInteger(time) && Number(time) >= seconds - MAX_AGE_S && Number(time) <= seconds + MAX_AHEAD_S
}

const isMoney = ({ value, currency }: Fields) => typeof value === 'number' && /^[A-Z]{3}$/.test(`${currency}`)
