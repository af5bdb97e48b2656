// Tells the server what marketers count, under the ids that the host page has heard. Nobody waits for it, and nobody
// hears of its failures.
import type { CountedEvent, EventProps, ReportedEvent } from '../../../contract/event.js'
import type { App } from '../app.js'
import { hasConsent } from '../session/consent.js'
import type { QueuedEvent } from './event-queue.js'
import type { EventEnvelope } from './host-events.js'

const PATH = '/event/collect'
const BATCH = 20
const MAX_QUEUE_LENGTH = 200
/** In ms: how long the first of a batch waits for others, the first and the longest pause after a failure, and the longest wait for an answer. */
const BATCH_DELAY_MS = 5000
const MAX_BACKOFF_MS = 300_000
const LIMIT = 20_000
/** Somebody asked too often, the session is on its way, or the server is in trouble: not a no for ever. */
const RETRYABLE_STATUS = new Set([999, 4502, 5000, 5001])

/** Takes what is `waiting` out of there; the answer says that there is more. */
export function createEventReporter(app: App, waiting: QueuedEvent[]): () => void {
  const { environment, signal, session, connection } = app
  const { clock, page } = environment
  let queue: ReportedEvent[] = []
  let failures = 0
  let isSending = false
  let cancel: (() => void) | undefined

  function take() {
    const inFlight = waiting.splice(0).flatMap(([name, told]) => describe(name, told) ?? [])
    queue = hasConsent(page) ? [...queue, ...inFlight].slice(-MAX_QUEUE_LENGTH) : []
  }

  function plan(delay: number) {
    cancel?.()
    cancel = clock.setTimer(delay, () => {
      cancel = undefined
      void send()
    })
  }

  async function post(events: ReportedEvent[], keepalive = false): Promise<boolean> {
    try {
      if (!session.token()) await session.whenReady()
      const { status, data } = await connection.request({ url: PATH, data: { events }, timeout: LIMIT, keepalive })
      return data !== undefined && status < 500 && status !== 429 && !RETRYABLE_STATUS.has(data.code)
    } catch {
      return false
    }
  }

  async function send() {
    if (isSending) return
    isSending = true
    for (take(); queue.length > 0 && !signal.aborted; take()) {
      const batch = queue.slice(0, BATCH)
      if (!(await post(batch))) break
      failures = 0
      forget(batch)
    }
    isSending = false
    if (queue.length > 0 && !signal.aborted) plan(Math.min(MAX_BACKOFF_MS, BATCH_DELAY_MS * 2 ** failures++))
  }

  function forget(sent: ReportedEvent[]) {
    queue = queue.filter(event => !sent.includes(event))
  }

  /** What is on its way ends with the document; known ids are dropped by the server. */
  async function sendLast() {
    take()
    const batch = queue.slice(0, BATCH)
    if (batch.length > 0 && (await post(batch, true))) forget(batch)
  }

  environment.onHide(() => void sendLast(), signal)
  environment.visibility.onChange(() => environment.visibility.isVisible() || void sendLast(), signal)
  environment.onOnline(() => plan(0), signal)
  function wake() {
    take()
    const first = queue[0]
    if (first === undefined || failures > 0) return
    if (queue.length >= BATCH) plan(0)
    else if (!cancel) plan(Math.max(0, first.at + BATCH_DELAY_MS - clock.now()))
  }
  wake()
  return wake
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
  checkout: true
}

/** Undefined for what is not counted. */
function describe(name: string, { event_id, at, ...told }: EventEnvelope): ReportedEvent | undefined {
  const event = name.replace('drama-', '').replaceAll('-', '_')
  if (!Object.hasOwn(isReported, event)) return undefined
  const props: EventProps = {}
  if (typeof told.drama_id === 'string') props.drama_id = told.drama_id
  if (typeof told.episode_no === 'number') props.episode_no = told.episode_no
  if (typeof told.price === 'number') props.price = told.price
  if (told.quartile === 25 || told.quartile === 50 || told.quartile === 75) props.quartile = told.quartile
  return { event: event as CountedEvent, event_id, at, props }
}
