export interface Answer {
  /** Null without an answer, or with one that is not of this API. */
  envelope: { code: number; data: unknown } | null
  retryAfterSeconds: number | null
}

const TIMEOUT_MS = 20_000
/** An answer that has waited longer is asked for again. */
const MAX_AGE_MS = 10_000

interface EarlyAnswer {
  answer: Promise<Answer>
  askedAt: number
  /** Null while there is none. */
  received: Answer | null
}

const earlyAnswers = new Map<string, EarlyAnswer>()

/** Never rejects. `partnerId` is the partner whose pages an operator looks at. */
export async function fetchAnswer(
  address: string,
  partnerId: string | null,
  { signal: given, ...init }: RequestInit = {}
): Promise<Answer> {
  // By hand, because `AbortSignal.any` is missing in Chrome before 116, Firefox before 124, Safari before 17.4.
  const lifetime = new AbortController()
  const { signal } = lifetime
  const abort = () => lifetime.abort()
  const timeout = setTimeout(abort, TIMEOUT_MS)
  if (given?.aborted) abort()
  given?.addEventListener('abort', abort, { signal })
  const headers = new Headers(init.headers)
  if (partnerId !== null) headers.set('X-Partner', partnerId)
  const response = await fetch(address, { ...init, headers, signal, credentials: 'same-origin' }).catch(() => null)
  const envelope = await response?.json().catch(() => null)
  clearTimeout(timeout)
  given?.removeEventListener('abort', abort)
  const retryAfter = Number(response?.headers.get('Retry-After'))
  return {
    envelope: typeof envelope?.code === 'number' ? envelope : null,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : null
  }
}

const toKey = (address: string, partnerId: string | null, body: string) => `${partnerId} ${address} ${body}`

/** Asks for what `takeEarlyAnswer` will be asked for. */
export function askEarly(
  address: string,
  partnerId: string | null,
  init: RequestInit & { body?: string } = {}
): Promise<Answer> {
  const answer = fetchAnswer(address, partnerId, init)
  const early: EarlyAnswer = { answer, askedAt: performance.now(), received: null }
  earlyAnswers.set(toKey(address, partnerId, init.body ?? ''), early)
  void answer.then(received => {
    early.received = received
  })
  return answer
}

function findEarly(key: string): EarlyAnswer | null {
  const early = earlyAnswers.get(key)
  return early !== undefined && performance.now() - early.askedAt < MAX_AGE_MS ? early : null
}

/** Each is given once. */
export function takeEarlyAnswer(address: string, partnerId: string | null, body = ''): Promise<Answer> | null {
  const key = toKey(address, partnerId, body)
  const early = findEarly(key)
  earlyAnswers.delete(key)
  return early?.answer ?? null
}

/** Resolves once what was asked early has its answer; at once without such a request. */
export async function waitForEarlyAnswer(address: string, partnerId: string | null, body: string): Promise<void> {
  await findEarly(toKey(address, partnerId, body))?.answer
}

/** An answer with the data that was asked for, if it is already there; any other is left for `takeEarlyAnswer`. */
export function takeReceivedAnswer(address: string, partnerId: string | null, body: string): Answer | null {
  const key = toKey(address, partnerId, body)
  const received = findEarly(key)?.received ?? null
  if (received?.envelope?.code !== 200) return null
  earlyAnswers.delete(key)
  return received
}
