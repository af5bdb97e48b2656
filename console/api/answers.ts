export interface Answer {
  /** Null without an answer, or with one that is not of this API. */
  envelope: { code: number; data: unknown } | null
  retryAfterSeconds: number | null
}

const TIMEOUT_MS = 20_000
/** An answer that has waited longer is asked for again. */
const MAX_AGE_MS = 10_000

const earlyAnswers = new Map<string, { answer: Promise<Answer>; askedAt: number }>()

/** Never rejects. `partnerId` is the partner whose pages an operator looks at. */
export async function fetchAnswer(
  address: string,
  partnerId: string | null,
  { signal: given, ...init }: RequestInit = {}
): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = given ? AbortSignal.any([given, timeout]) : timeout
  const headers = new Headers(init.headers)
  if (partnerId !== null) headers.set('X-Partner', partnerId)
  const response = await fetch(address, { ...init, headers, signal, credentials: 'same-origin' }).catch(() => null)
  const envelope = await response?.json().catch(() => null)
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
  earlyAnswers.set(toKey(address, partnerId, init.body ?? ''), { answer, askedAt: performance.now() })
  return answer
}

/** Each is given once. */
export function takeEarlyAnswer(address: string, partnerId: string | null, body = ''): Promise<Answer> | null {
  const key = toKey(address, partnerId, body)
  const early = earlyAnswers.get(key)
  earlyAnswers.delete(key)
  return early !== undefined && performance.now() - early.askedAt < MAX_AGE_MS ? early.answer : null
}
