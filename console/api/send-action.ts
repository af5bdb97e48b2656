import { ActionError } from './action-error.js'
import type { ActionRequest, ActionResponse, MutationPath, QueryPath } from './action-types.js'

const TIMEOUT_MS = 20_000

let csrfToken = ''
let partnerId: string | null = null

export const setCsrfToken = (token: string | null) => {
  csrfToken = token ?? ''
}

/** For requests that no action sends. */
export const readCsrfToken = (): string => csrfToken

/** The partner whose pages an operator looks at. */
export const setViewedPartner = (id: string | null) => {
  partnerId = id
}

const toAddress = (path: string) => (path.startsWith('/console/api/') ? path : `/console/api${path}`)

/** Address of a file that the browser itself loads, such as a CSV or a picture. */
export function toFileAddress(path: string, query: Readonly<Record<string, unknown>>): string {
  const own = path.startsWith('/partner/') && partnerId !== null ? { ...query, x_partner: partnerId } : query
  return `${toAddress(path)}?${toParameters(own)}`
}

function toParameters(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

/** Throws ActionError. */
export function sendQuery<Path extends QueryPath>(
  path: Path,
  request: ActionRequest<Path>,
  signal?: AbortSignal
): Promise<ActionResponse<Path>> {
  const parameters = toParameters({ ...(request as object) })
  const address = parameters === '' ? toAddress(path) : `${toAddress(path)}?${parameters}`
  return send(path, address, signal === undefined ? {} : { signal })
}

/** Throws ActionError. Requests with the same key run once. `keepalive` sends it even if the page is closed. */
export function sendMutation<Path extends MutationPath>(
  path: Path,
  request: ActionRequest<Path>,
  key: string,
  { keepalive = false } = {}
): Promise<ActionResponse<Path>> {
  const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': csrfToken, 'Idempotency-Key': key }
  return send(path, toAddress(path), { method: 'POST', headers, body: JSON.stringify(request), keepalive })
}

/** Throws ActionError. */
export const sendFile = <Answer>(address: string, file: Blob): Promise<Answer> =>
  send(address, address, {
    method: 'POST',
    headers: { 'Content-Type': file.type, 'X-CSRF-Token': csrfToken },
    body: file
  })

async function send<Answer>(path: string, address: string, init: RequestInit): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  const headers = new Headers(init.headers)
  if (path.startsWith('/partner/') && partnerId !== null) headers.set('X-Partner', partnerId)
  const response = await fetch(address, { ...init, headers, signal, credentials: 'same-origin' }).catch(() => null)
  const envelope = await response?.json().catch(() => null)
  if (response === null || envelope === null || typeof envelope?.code !== 'number') throw new ActionError(0, null)
  if (envelope.code === 200) return envelope.data
  const retryAfter = Number(response.headers.get('Retry-After'))
  throw new ActionError(envelope.code, envelope.data, retryAfter > 0 ? retryAfter : null)
}
