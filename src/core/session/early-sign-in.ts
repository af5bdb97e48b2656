import type { LaunchEnvironment } from '../environment.js'
import { toJson } from '../lib/json.js'
import { identityHeaders, JSON_TYPE } from '../request/headers.js'
import { type SentRequest, sendEarlyRequest } from '../request/sent-request.js'
import { createDeviceRecord, DEVICE_KEY, deviceIdOf, deviceSecretOf } from './device-record.js'
import { readToken, SECOND_TOKEN_KEY, VISITOR_LOGIN_PATH, visitorLoginBody } from './visitor-login-request.js'

export interface EarlySignIn {
  deviceRecord: string
  request: SentRequest
}

export interface EarlySignInOptions {
  apiBase: string
  lpid: string | undefined
  lang: string
  firstScreen: string | undefined
  isLangOpen?: boolean | undefined
  isFirst: boolean
  signal: AbortSignal
}

/**
 * Undefined if a device or token is stored, because only the app can decrypt the secret. Undefined for a second app
 * too: it waits for the first session.
 */
export function startEarlySignIn(environment: LaunchEnvironment, options: EarlySignInOptions): EarlySignIn | undefined {
  const { apiBase, lpid, lang, firstScreen, isLangOpen, isFirst, signal } = options
  const { storage, random, page } = environment
  if (!isFirst || readToken(storage) || storage.get(SECOND_TOKEN_KEY) || storage.get(DEVICE_KEY)) return undefined
  const deviceRecord = createDeviceRecord(random)
  const body = visitorLoginBody(page, {
    lpid,
    device_secret: deviceSecretOf(deviceRecord),
    want: firstScreen,
    lang_open: isLangOpen
  })
  const identity = { token: undefined, deviceId: deviceIdOf(deviceRecord), secondToken: undefined }
  const request = {
    url: apiBase + VISITOR_LOGIN_PATH,
    method: 'POST',
    headers: { ...identityHeaders(identity), 'Content-Type': JSON_TYPE },
    body: toJson({ ...body, lang })
  }
  return { deviceRecord, request: sendEarlyRequest(environment, request, signal) }
}
