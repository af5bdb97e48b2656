import { ActionError } from './action-error.js'
import type { ActionRequest, ActionResponse, MutationPath, QueryPath } from './action-types.js'
import {
  type Answer,
  askEarly,
  fetchAnswer,
  takeEarlyAnswer,
  takeReceivedAnswer,
  waitForEarlyAnswer
} from './answers.js'

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

function toQueryAddress(path: string, request: object): string {
  const parameters = toParameters({ ...request })
  return parameters === '' ? toAddress(path) : `${toAddress(path)}?${parameters}`
}

/** Partners' actions name the partner whose pages an operator looks at. */
const toPartner = (path: string, viewed: string | null) => (path.startsWith('/partner/') ? viewed : null)

/** Address of a file that the browser itself loads, such as a CSV or a picture. */
export function toFileAddress(path: string, query: Readonly<Record<string, unknown>>): string {
  const own = path.startsWith('/partner/') && partnerId !== null ? { ...query, x_partner: partnerId } : query
  return `${toAddress(path)}?${toParameters(own)}`
}

function toParameters(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

/** Asks for what `sendQuery` will ask for, of the partner whose pages an operator will look at. */
export const sendQueryEarly = (path: QueryPath, request: object, viewedPartner: string | null): Promise<Answer> =>
  askEarly(toQueryAddress(path, request), toPartner(path, viewedPartner))

/** Throws ActionError. */
export async function sendQuery<Path extends QueryPath>(
  path: Path,
  request: ActionRequest<Path>,
  signal?: AbortSignal
): Promise<ActionResponse<Path>> {
  const address = toQueryAddress(path, request as object)
  const partner = toPartner(path, partnerId)
  const early = takeEarlyAnswer(address, partner)
  return readData(await (early ?? fetchAnswer(address, partner, signal === undefined ? {} : { signal })))
}

const toMutationInit = (request: object, key: string) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': csrfToken, 'Idempotency-Key': key },
  body: JSON.stringify(request)
})

/** Sends what `sendMutation` will send first. Needs the CSRF token. */
export const sendMutationEarly = (path: MutationPath, request: object): Promise<Answer> =>
  askEarly(toAddress(path), null, toMutationInit(request, crypto.randomUUID()))

/** Resolves once `sendMutationEarly` has its answer. */
export const waitForMutation = (path: MutationPath, request: object): Promise<void> =>
  waitForEarlyAnswer(toAddress(path), null, JSON.stringify(request))

/** What `sendMutationEarly` has brought already. */
export function takeReceivedMutation<Path extends MutationPath>(
  path: Path,
  request: ActionRequest<Path>
): ActionResponse<Path> | null {
  const received = takeReceivedAnswer(toAddress(path), null, JSON.stringify(request))
  return received && readData(received)
}

/** Throws ActionError. Requests with the same key run once. `keepalive` sends it even if the page is closed. */
export async function sendMutation<Path extends MutationPath>(
  path: Path,
  request: ActionRequest<Path>,
  key: string,
  { keepalive = false } = {}
): Promise<ActionResponse<Path>> {
  const address = toAddress(path)
  const partner = toPartner(path, partnerId)
  const init = toMutationInit(request as object, key)
  const early = takeEarlyAnswer(address, partner, init.body)
  return readData(await (early ?? fetchAnswer(address, partner, { ...init, keepalive })))
}

/** Throws ActionError. */
export async function sendFile<Result>(address: string, file: Blob): Promise<Result> {
  const headers = { 'Content-Type': file.type, 'X-CSRF-Token': csrfToken }
  return readData(await fetchAnswer(address, null, { method: 'POST', headers, body: file }))
}

/** Trusts the server about the type of its data. */
function readData<Data>({ envelope, retryAfterSeconds }: Answer): Data {
  if (envelope === null) throw new ActionError(0, null)
  if (envelope.code === 200) return envelope.data as Data
  throw new ActionError(envelope.code, envelope.data as ActionError['data'], retryAfterSeconds)
}
