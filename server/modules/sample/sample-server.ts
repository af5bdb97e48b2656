import type { Kysely } from 'kysely'
import { SUCCESS_CODE } from '../../../contract/protocol/envelope.js'
import { createServer } from '../../app.js'
import type { Config } from '../../config/config.js'
import type { Liveness } from '../../db/liveness.js'
import type { Database } from '../../db/schema/schema.js'
import type { Log } from '../../lib/log.js'
import { systemRandom } from '../../lib/random.js'
import { sha256Hex } from '../../lib/sha256.js'
import { createMetrics, type Metrics } from '../metrics/metrics.js'
import { createSandbox } from '../payment/sandbox.js'
import type { SampleVisitor } from './sample-visits.js'
import { toDeviceId } from './sample-writes.js'

export interface SampleAnswer {
  code: number
  data: unknown
}

/** Endpoints of this server, without a port, at the time of what the sample does. */
export interface SampleServer {
  metrics: Metrics
  now(): Date
  setTime(time: Date): void
  asViewer(visitor: SampleVisitor): Promise<SampleViewer>
  asOperator(path: string, body: object): Promise<SampleAnswer>
}

export interface SampleViewer {
  post(path: string, body: object | FormData): Promise<SampleAnswer>
}

const ORIGIN = 'http://localhost'
const OPERATOR_NAME = 'sample'

interface SampleServerOptions {
  config: Config
  db: Kysely<Database>
  log: Log
  /** Of the database; without it, a busy one counts as one that does not answer. */
  liveness?: Liveness
}

/** Orders of its sandbox are no tests, because reports leave tests out. */
export function openSampleServer({ config, db, log, liveness }: SampleServerOptions): SampleServer {
  let time = Date.now()
  const metrics = createMetrics()
  const operatorKey = systemRandom.bytes(24).toString('base64url')
  const sandbox = { ...createSandbox(db, config.mediaSecrets, false), isTest: false }
  const app = createServer({
    config: {
      ...config,
      operatorKey,
      envelopeSecret: null,
      metrics: { port: null, host: '', token: null },
      trustedProxies: 1,
      smtpUrl: null
    },
    db,
    log,
    clock: { now: () => time },
    random: systemRandom,
    metrics,
    ...(liveness !== undefined && { liveness }),
    payments: { list: [sandbox], find: id => (id === sandbox.id ? sandbox : null) }
  })
  const sessions = new Map<string, string>()

  async function send(path: string, body: object | FormData, headers: Record<string, string>): Promise<SampleAnswer> {
    const isForm = body instanceof FormData
    const response = await app.request(`${ORIGIN}${path}`, {
      method: 'POST',
      body: isForm ? body : JSON.stringify(body),
      headers: isForm ? headers : { ...headers, 'Content-Type': 'application/json' }
    })
    return (await response.json()) as SampleAnswer
  }

  async function findToken(visitor: SampleVisitor): Promise<string> {
    const known = sessions.get(visitor.id)
    if (known !== undefined) return known
    const token = systemRandom.bytes(32).toString('base64url')
    sessions.set(visitor.id, token)
    const now = new Date()
    await db
      .insertInto('sessions')
      .values({
        token_hash: sha256Hex(token),
        user_id: visitor.id,
        device_id: toDeviceId(visitor),
        created_at: now,
        last_seen_at: now,
        expires_at: new Date(now.getTime() + 3_600_000)
      })
      .execute()
    return token
  }

  return {
    metrics,
    now: () => new Date(time),
    setTime: at => {
      time = at.getTime()
    },
    async asViewer(visitor) {
      const headers = {
        Authorization: await findToken(visitor),
        'XX-Device-Id': toDeviceId(visitor),
        'X-Forwarded-For': toAddress(visitor),
        'User-Agent': 'Mozilla/5.0 (Linux; Android 16) Sample'
      }
      return {
        post: (path, body) =>
          send(path, body, { ...headers, 'Idempotency-Key': systemRandom.bytes(16).toString('hex') })
      }
    },
    asOperator: (path, body) =>
      send(`/operator/${path}`, body, { Authorization: `Bearer ${operatorKey}`, 'X-Operator': OPERATOR_NAME })
  }
}

/** Of the networks that RFC 5737 keeps for examples. */
function toAddress({ id }: SampleVisitor): string {
  const no = Number.parseInt(sha256Hex(id).slice(0, 4), 16)
  return `${no % 2 === 0 ? '198.51.100' : '203.0.113'}.${1 + (no % 250)}`
}

export const isDone = ({ code }: SampleAnswer) => code === SUCCESS_CODE

/** A value in the data of an answer; undefined without it. */
export const readField = ({ data }: SampleAnswer, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    data
  )
