// What a new viewer's first screen takes from the server, asked for before the app's code has arrived.

import { requestInstantStart, type StartRequests } from '../../player/instant-start/request.js'
import type { Environment } from '../environment.js'
import { toJson } from '../lib/json.js'
import { FETCH_POLICY, identityHeaders, JSON_TYPE } from '../request/headers.js'
import { createDeviceRecord, DEVICE_KEY, deviceIdOf, deviceSecretOf } from './device-record.js'
import { readToken, SECOND_TOKEN_KEY, VISITOR_LOGIN_PATH, visitorLoginBody } from './visitor-sign-in.js'

export interface EarlySignIn {
  /** How the episode begins that a new visitor lands on. */
  hints: StartRequests
  /** The page's own, which answers the sign-in with what was asked for already where that says the same. */
  fetch: Environment['fetch']
  /** Of a device that had none: its id and secret, not kept yet. */
  deviceRecord: string | undefined
}

export interface EarlySignInOptions {
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

export function startEarlySignIn(environment: Environment, options: EarlySignInOptions): EarlySignIn {
  const { apiBase, want, isLater, signal } = options
  // Before all else.
  const hints = requestInstantStart(environment, apiBase, isLater ? undefined : want, signal)
  return { hints, ...(options.isFirst ? signIn(environment, options) : skipSignIn(environment)) }
}

const skipSignIn = ({ fetch }: Environment) => ({ fetch, deviceRecord: undefined })

/** Of a device that is known here its secret is told, which only the app can read. */
function signIn(environment: Environment, options: EarlySignInOptions): Omit<EarlySignIn, 'hints'> {
  const { apiBase, lpid, lang, want, isLangOpen, signal } = options
  const { storage, random, page, fetch } = environment
  if (readToken(storage) || storage.get(SECOND_TOKEN_KEY) || storage.get(DEVICE_KEY)) return skipSignIn(environment)
  const deviceRecord = createDeviceRecord(random)
  const url = apiBase + VISITOR_LOGIN_PATH
  const told = visitorLoginBody(page, {
    lpid,
    device_secret: deviceSecretOf(deviceRecord),
    want,
    lang_open: isLangOpen
  })
  const identity = { token: undefined, deviceId: deviceIdOf(deviceRecord), secondToken: undefined }
  const asked = {
    method: 'POST',
    headers: { ...identityHeaders(identity), 'Content-Type': JSON_TYPE },
    body: toJson({ ...told, lang })
  }
  const ending = new AbortController()
  const end = () => ending.abort()
  signal.addEventListener('abort', end)
  const response = fetch(url, { ...asked, ...FETCH_POLICY, keepalive: false, signal: ending.signal })
  // Whoever takes it hears of it; nobody has to.
  response.catch(() => undefined)
  let isTaken = false
  return {
    deviceRecord,
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
