// Spans of what a request or a job does. Without a tracer nothing here costs more than a look at an empty context.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Span } from '@opentelemetry/api'

export type SpanKind = 'server' | 'client' | 'internal'

export interface SpanOptions {
  kind: SpanKind
  attributes: Attributes
  /** The `traceparent` header, or the span that this one is part of. */
  parent: string | Span | null
  /** Epoch ms; now if it is missing. */
  startTime?: number
}

export interface Tracer {
  startSpan(name: string, options: SpanOptions): Span
  /** Sends what was not sent yet. */
  close(): Promise<void>
}

interface ActiveTrace {
  tracer: Tracer
  /** Null in a job: what it does is no trace, but its calls to other servers are. */
  span: Span | null
}

const activeTrace = new AsyncLocalStorage<ActiveTrace>()

export function runTraced<Result>(tracer: Tracer | null, work: () => Result): Result {
  return tracer === null ? work() : activeTrace.run({ tracer, span: null }, work)
}

export const runInSpan = <Result>(tracer: Tracer, span: Span, work: () => Result): Result =>
  activeTrace.run({ tracer, span }, work)

/** A span around `work`. Attributes must not identify a viewer. */
export async function withSpan<Result>(
  name: string,
  { kind, attributes }: Pick<SpanOptions, 'kind' | 'attributes'>,
  work: (span: Span | null) => Promise<Result>
): Promise<Result> {
  const active = activeTrace.getStore()
  if (active === undefined || (active.span === null && kind !== 'client')) return work(null)
  const { tracer } = active
  const span = tracer.startSpan(name, { kind, attributes, parent: active.span })
  try {
    return await runInSpan(tracer, span, () => work(span))
  } catch (error) {
    markFailed(span)
    throw error
  } finally {
    span.end()
  }
}

/** For work that tells its duration afterwards. */
export function recordSpan(name: string, durationMs: number, attributes: Attributes): void {
  const active = activeTrace.getStore()
  if (active === undefined || active.span === null) return
  const endTime = Date.now()
  active.tracer
    .startSpan(name, { kind: 'client', attributes, parent: active.span, startTime: endTime - durationMs })
    .end(endTime)
}

const ERROR_STATUS = 2

/** Without the error's message, which may quote what a viewer sent. */
export function markFailed(span: Span): void {
  span.setStatus({ code: ERROR_STATUS })
}

export const readTraceId = (): string | undefined => activeTrace.getStore()?.span?.spanContext().traceId
