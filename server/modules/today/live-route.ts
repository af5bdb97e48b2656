import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { HonoApp } from '../../http/app-environment.js'
import { BusinessError } from '../../http/business-error.js'
import { readCaller } from '../../http/caller.js'
import { createErrorHandler } from '../../http/error-response.js'
import { describeError, describePlainRoute, type PlainRouteDocs, refusalOf } from '../../http/route-docs.js'
import type { ServerLifecycle } from '../../http/server-lifecycle.js'
import type { Services } from '../../services.js'
import { readConsoleSession, sendForbidden } from '../member/console-request.js'
import type { MemberSession } from '../member/member-session.js'
import { createTodayFeed, type TodayMessage } from './today-feed.js'

export const LIVE_PATH = '/console/api/live'

const CHECK_INTERVAL_MS = 1_000
const HEARTBEAT_INTERVAL_MS = 15_000
const SESSION_CHECK_INTERVAL_MS = 30_000
/** Tabs of one member; a browser opens again what was closed. */
const MAX_STREAMS_PER_MEMBER = 20

/** Server-sent events of today's numbers and of what needs a person. Ends with the session, and while draining. */
export function registerTodayFeed(app: HonoApp, services: Services, lifecycle: ServerLifecycle): void {
  const feed = createTodayFeed(services)
  const streams = new Map<string, number>()
  const sendError = createErrorHandler(services.log, null, services.config.trustedProxies)

  function openStream(context: Context, { member }: MemberSession): Response {
    const response = streamSSE(context, async stream => {
      streams.set(member.id, (streams.get(member.id) ?? 0) + 1)
      const unsent = new Map<TodayMessage['type'], TodayMessage>()
      const changed = new EventTarget()
      const unsubscribe = feed.subscribe(message => {
        unsent.set(message.type, message)
        changed.dispatchEvent(new Event('message'))
      })
      try {
        await sendMessages(context, { stream, unsent, changed })
      } finally {
        unsubscribe()
        const left = (streams.get(member.id) ?? 1) - 1
        if (left === 0) streams.delete(member.id)
        else streams.set(member.id, left)
      }
    })
    // Proxies would otherwise keep the events until a buffer is full.
    response.headers.set('X-Accel-Buffering', 'no')
    response.headers.set('Cache-Control', 'private, no-store, no-transform')
    return response
  }

  async function sendMessages(context: Context, { stream, unsent, changed }: LiveStream): Promise<void> {
    let checkedAt = performance.now()
    let sentAt = checkedAt
    while (!stream.aborted && !stream.closed && !lifecycle.isDraining) {
      const messages = [...unsent.values()]
      unsent.clear()
      for (const { type, data } of messages) await stream.writeSSE({ event: type, data: JSON.stringify(data) })
      if (messages.length > 0) sentAt = performance.now()
      if (performance.now() - sentAt > HEARTBEAT_INTERVAL_MS) {
        await stream.write(': heartbeat\n\n')
        sentAt = performance.now()
      }
      if (performance.now() - checkedAt > SESSION_CHECK_INTERVAL_MS) {
        checkedAt = performance.now()
        if (!(await mayListen(context))) return
      }
      await waitForMessage(changed)
    }
  }

  /** A database that does not answer ends nobody's session. */
  const mayListen = (context: Context) =>
    readConsoleSession(context, services).then(
      session => session !== null && session.member.role !== 'partner',
      () => true
    )

  const answer = async (context: Context) => {
    try {
      await services.limits.console.take(readCaller(context, services).address)
      const session = await readConsoleSession(context, services)
      if (session === null) throw new BusinessError(999)
      const { role, id } = session.member
      if (role === 'partner') return sendForbidden(context, 'Your role may not do this')
      if ((streams.get(id) ?? 0) >= MAX_STREAMS_PER_MEMBER) return sendForbidden(context, 'Too many pages are open')
      return openStream(context, session)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return sendError(error, context)
    }
  }
  app.get(LIVE_PATH, describePlainRoute(liveDocs, answer))
}

interface LiveStream {
  stream: Parameters<Parameters<typeof streamSSE>[1]>[0]
  unsent: Map<TodayMessage['type'], TodayMessage>
  changed: EventTarget
}

async function waitForMessage(changed: EventTarget): Promise<void> {
  const ended = new AbortController()
  const heard = new Promise<void>(resolve => {
    changed.addEventListener('message', () => resolve(), { once: true, signal: ended.signal })
  })
  const passed = wait(CHECK_INTERVAL_MS, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
  await Promise.race([heard, passed])
  ended.abort()
}

const liveDocs: PlainRouteDocs = {
  tag: 'Console',
  description:
    'Server-sent events while the session lasts: `today` and `attention`, each when it changes, as in the operator API.',
  answers: {
    200: {
      description: 'The events, or 999 as JSON without a session.',
      bodies: [{ type: 'text/event-stream' }, { type: 'application/json', schema: refusalOf(999) }]
    },
    403: describeError('The role may not do this, or too many pages are open.'),
    429: describeError('Too many requests.')
  }
}
