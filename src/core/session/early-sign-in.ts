import type { LaunchEnvironment } from '../environment.js'
import { toJson } from '../lib/json.js'
import { identityHeaders, JSON_TYPE } from '../request/headers.js'
import { type SentRequest, sendEarly } from '../request/sent-request.js'
import { createDeviceRecord, DEVICE_KEY, deviceIdOf, deviceSecretOf } from './device-record.js'
import { readToken, SECOND_TOKEN_KEY, VISITOR_LOGIN_PATH, visitorLoginBody } from './visitor-sign-in.js'

/** A visitor login that was sent before the app's code had loaded. */
export interface EarlySignIn {
  /** Id and secret of the new device, not stored yet. */
  deviceRecord: string
  /** The session uses it if it would send the same: device, language and campaign must match. */
  request: SentRequest
}

export interface EarlySignInOptions {
  apiBase: string
  lpid: string | undefined
  /** Code of the language as the API expects it. */
  lang: string
  /** First screen, whose response comes with the sign-in; see deep-link.ts. */
  want: string | undefined
  /** The campaign may choose the language, because neither viewer nor page has. */
  isLangOpen?: boolean | undefined
  /** The second app of a page waits for the first one's session. */
  isFirst: boolean
  signal: AbortSignal
}

/** Undefined if a device or token is stored: only the app can decrypt the stored secret. Undefined too for a second app. */
export function startEarlySignIn(environment: LaunchEnvironment, options: EarlySignInOptions): EarlySignIn | undefined {
  const { apiBase, lpid, lang, want, isLangOpen, isFirst, signal } = options
  const { storage, random, page } = environment
  if (!isFirst || readToken(storage) || storage.get(SECOND_TOKEN_KEY) || storage.get(DEVICE_KEY)) return undefined
  const deviceRecord = createDeviceRecord(random)
  const body = visitorLoginBody(page, {
    lpid,
    device_secret: deviceSecretOf(deviceRecord),
    want,
    lang_open: isLangOpen
  })
  const identity = { token: undefined, deviceId: deviceIdOf(deviceRecord), secondToken: undefined }
  const request = {
    url: apiBase + VISITOR_LOGIN_PATH,
    method: 'POST',
    headers: { ...identityHeaders(identity), 'Content-Type': JSON_TYPE },
    body: toJson({ ...body, lang })
  }
  return { deviceRecord, request: sendEarly(environment, request, signal) }
}
