// What a new viewer's first screen takes from the server, asked for before the app's code has arrived.

import { askStartHint, type StartHints } from '../../player/instant-start/request.js'
import type { Environment } from '../environment.js'
import { toJson } from '../lib/json.js'
import { identityHeaders, JSON_TYPE, PRIVACY } from '../request/headers.js'
import { createRecord, DEVICE_KEY, idOf, secretOf } from './device-record.js'
import { describeVisitor, readToken, SECOND_TOKEN_KEY, SIGN_IN } from './visitor-sign-in.js'

export interface Ahead {
  /** How the episode begins that a new visitor lands on. */
  hints: StartHints
  /** The page's own, which answers the sign-in with what was asked for already where that says the same. */
  fetch: Environment['fetch']
  /** Of a device that had none: its id and secret, not kept yet. */
  record: string | undefined
}

export interface AheadOptions {
  apiBase: string
  lpid: string | undefined
  /** The language's code on the wire. */
  lang: string
  /** What the sign-in is to bring along; see start.ts. */
  want: string | undefined
  /** Whether nobody has chosen the language. */
  isLangOpen?: boolean | undefined
  /** The episode begins later than at its start, and no hint is of use. */
  isLater?: boolean
  /** Whether to sign in: the second app of a page waits for what the first one is given. */
  isFirst: boolean
  signal: AbortSignal
}

export function askAhead(environment: Environment, options: AheadOptions): Ahead {
  const { apiBase, want, isLater, signal } = options
  // Before all else.
  const hints = askStartHint(environment, apiBase, isLater ? undefined : want, signal)
  return { hints, ...(options.isFirst ? signIn(environment, options) : leave(environment)) }
}

const leave = ({ fetch }: Environment) => ({ fetch, record: undefined })

/** Of a device that is known here its secret is told, which only the app can read. */
function signIn(environment: Environment, options: AheadOptions): Omit<Ahead, 'hints'> {
  const { apiBase, lpid, lang, want, isLangOpen, signal } = options
  const { storage, random, page, fetch } = environment
  if (readToken(storage) || storage.get(SECOND_TOKEN_KEY) || storage.get(DEVICE_KEY)) return leave(environment)
  const record = createRecord(random)
  const url = apiBase + SIGN_IN
  const told = describeVisitor(page, {
    lpid,
    device_secret: secretOf(record),
    want,
    lang_open: isLangOpen
  })
  const identity = { token: undefined, deviceId: idOf(record), secondToken: undefined }
  const asked = {
    method: 'POST',
    headers: { ...identityHeaders(identity), 'Content-Type': JSON_TYPE },
    body: toJson({ ...told, lang })
  }
  const ending = new AbortController()
  const end = () => ending.abort()
  signal.addEventListener('abort', end)
  const response = fetch(url, { ...asked, ...PRIVACY, keepalive: false, signal: ending.signal })
  // Whoever takes it hears of it; nobody has to.
  response.catch(() => undefined)
  let isTaken = false
  return {
    record,
    fetch(at, init) {
      if (isTaken || at !== url) return fetch(at, init)
      isTaken = true
      if (!isSame(asked, init)) {
        end()
        return fetch(at, init)
      }
      if (init.signal?.aborted) end()
      init.signal?.addEventListener('abort', end)
      return response
    }
  }
}

const isSame = (one: RequestInit, other: RequestInit) =>
  one.method === other.method && one.body === other.body && toJson(one.headers) === toJson(other.headers)
