// Chunk, loaded two seconds after the first event that marketers count. Reports events with the ids that the host
// page has received.
import type { CountedEvent, EventProps, PixelIds, ReportedEvent } from '../../../contract/event.js'
import type { App } from '../app.js'
import { toJson } from '../lib/json.js'
import { SUCCESS_CODE } from '../request/error-codes.js'
import { RETRYABLE_CODES } from '../request/retry.js'
import { hasConsent } from '../session/consent.js'
import type { QueuedEvent } from './event-queue.js'
import type { EventEnvelope } from './host-events.js'

const PATH = '/event/collect'
const BATCH_LIMIT = 20
const MAX_QUEUE_LENGTH = 200
/** The server refuses more, and longer ones. */
const MAX_MEASUREMENTS = 20
const MAX_FIRST_FRAME_MS = 600_000
const ERROR_KIND = /^[a-z_:]{1,64}$/
const BATCH_DELAY_MS = 5000
const MAX_BACKOFF_MS = 300_000
const REQUEST_TIMEOUT_MS = 20_000

/**
 * Moves the events of `waiting` into a queue and sends them in batches. Call the returned function after adding
 * events to `waiting`.
 */
export function createEventReporter(app: App, waiting: QueuedEvent[]): () => void {
  const { environment, signal, session, connection } = app
  const { clock, page } = environment
  let queue: ReportedEvent[] = []
  let measurements = noMeasurements()
  let failures = 0
  let isSending = false
  let cancelSend: (() => void) | undefined
  let sentPixelIds = ''

  function drainWaiting() {
    const events = waiting.splice(0)
    const added = events.flatMap(([name, details]) => toReportedEvent(name, details) ?? [])
    queue = hasConsent(page) ? [...queue, ...added].slice(-MAX_QUEUE_LENGTH) : []
    measurements = hasConsent(page) ? addMeasurements(measurements, events) : noMeasurements()
  }

  function scheduleSend(delay: number) {
    cancelSend?.()
    cancelSend = clock.setTimer(delay, () => {
      cancelSend = undefined
      void send()
    })
  }

  async function post(events: ReportedEvent[], keepalive = false): Promise<boolean> {
    try {
      if (!session.token()) await session.whenReady()
      const pixel_ids = readPixelIds(environment.readCookies())
      const pixelIds = toJson(pixel_ids)
      const measured = measurements
      measurements = noMeasurements()
      const { status, data } = await connection.request({
        url: PATH,
        data: {
          events,
          // Not sent again after a failure: they are samples.
          ...toMeasuredFields(measured),
          ...(pixelIds !== sentPixelIds && pixelIds !== '{}' && { pixel_ids })
        },
        timeout: REQUEST_TIMEOUT_MS,
        keepalive
      })
      if (data?.code === SUCCESS_CODE) sentPixelIds = pixelIds
      return data !== undefined && status < 500 && status !== 429 && !RETRYABLE_CODES.has(data.code)
    } catch {
      return false
    }
  }

  async function send() {
    if (isSending) return
    isSending = true
    for (drainWaiting(); queue.length > 0 && !signal.aborted; drainWaiting()) {
      const batch = queue.slice(0, BATCH_LIMIT)
      if (!(await post(batch))) break
      failures = 0
      removeSent(batch)
    }
    isSending = false
    if (queue.length > 0 && !signal.aborted) scheduleSend(Math.min(MAX_BACKOFF_MS, BATCH_DELAY_MS * 2 ** failures++))
  }

  function removeSent(sent: ReportedEvent[]) {
    queue = queue.filter(event => !sent.includes(event))
  }

  /**
   * Also sends events of a batch that is pending, because that request ends with the document. The server drops known
   * ids.
   */
  async function sendLast() {
    drainWaiting()
    const batch = queue.slice(0, BATCH_LIMIT)
    if (batch.length > 0 && (await post(batch, true))) removeSent(batch)
  }

  environment.onPageHide(() => void sendLast(), signal)
  environment.visibility.onChange(() => environment.visibility.isVisible() || void sendLast(), signal)
  environment.onOnline(() => scheduleSend(0), signal)
  function wake() {
    drainWaiting()
    const first = queue[0]
    if (first === undefined || failures > 0) return
    if (queue.length >= BATCH_LIMIT) scheduleSend(0)
    else if (!cancelSend) scheduleSend(Math.max(0, first.at + BATCH_DELAY_MS - clock.now()))
  }
  wake()
  return wake
}

interface Measurements {
  firstFramesMs: number[]
  rebufferRatios: number[]
  earlyExits: number
  errorKinds: string[]
}

const noMeasurements = (): Measurements => ({ firstFramesMs: [], rebufferRatios: [], earlyExits: 0, errorKinds: [] })

function addMeasurements(before: Measurements, events: readonly QueuedEvent[]): Measurements {
  const metrics = events.flatMap(([name, details]) => (name === 'drama-metric' ? [details] : []))
  const frames = metrics.flatMap(({ name, ms }) =>
    name === 'ttff' && typeof ms === 'number' ? Math.min(Math.round(ms), MAX_FIRST_FRAME_MS) : []
  )
  const ratios = metrics.flatMap(({ name, ratio }) =>
    name === 'rebuffer_ratio' && typeof ratio === 'number' ? Math.min(1, Math.max(0, ratio)) : []
  )
  const exits = metrics.filter(({ name }) => name === 'exit_before_start').length
  const kinds = events.flatMap(([name, { kind }]) =>
    name === 'drama-error' && typeof kind === 'string' && ERROR_KIND.test(kind) ? kind : []
  )
  return {
    firstFramesMs: [...before.firstFramesMs, ...frames].slice(-MAX_MEASUREMENTS),
    rebufferRatios: [...before.rebufferRatios, ...ratios].slice(-MAX_MEASUREMENTS),
    earlyExits: Math.min(MAX_MEASUREMENTS, before.earlyExits + exits),
    errorKinds: [...before.errorKinds, ...kinds].slice(-MAX_MEASUREMENTS)
  }
}

const toMeasuredFields = ({ firstFramesMs, rebufferRatios, earlyExits, errorKinds }: Measurements) => ({
  ...(firstFramesMs.length > 0 && { first_frames_ms: firstFramesMs }),
  ...(rebufferRatios.length > 0 && { rebuffer_ratios: rebufferRatios }),
  ...(earlyExits > 0 && { exits_before_start: earlyExits }),
  ...(errorKinds.length > 0 && { error_kinds: errorKinds })
})

const PIXEL_COOKIE = /(?:^|; )_(fbp|fbc|ttp)=([\w.~-]{1,512})(?=;|$)/g

function readPixelIds(cookies: string): PixelIds {
  return Object.fromEntries([...cookies.matchAll(PIXEL_COOKIE)].map(([, name, value]) => [name, value]))
}

const isReported: Record<CountedEvent, true> = {
  view_content: true,
  episode_start: true,
  episode_quartile: true,
  episode_complete: true,
  paywall: true,
  search: true,
  favorite: true,
  share: true,
  reward_submitted: true,
  checkout: true,
  visit: true
}

function toReportedEvent(name: string, { event_id, at, ...details }: EventEnvelope): ReportedEvent | undefined {
  const event = name.replace('drama-', '').replaceAll('-', '_')
  if (!Object.hasOwn(isReported, event)) return undefined
  const props: EventProps = {}
  if (typeof details.drama_id === 'string') props.drama_id = details.drama_id
  if (typeof details.episode_no === 'number') props.episode_no = details.episode_no
  if (typeof details.price === 'number') props.price = details.price
  if (event === 'checkout' && typeof details.order_no === 'string') props.order_no = details.order_no
  if (details.quartile === 25 || details.quartile === 50 || details.quartile === 75) props.quartile = details.quartile
  return { event: event as CountedEvent, event_id, at, props }
}
