import type { Environment } from '../environment.js'
import { type ParsedEnvelope, parseEnvelope } from './envelope.js'
import { identityHeaders, type ViewerIdentity } from './headers.js'
import { withPlatformTimeout } from './platform-timeout.js'
import { RequestError } from './request-error.js'
import { handleSessionInvalid, type RequestSession } from './request-session.js'

export interface UploadOptions {
  url: string
  file: File | Blob | undefined
  name?: string
  formData?: Record<string, string>
  onProgress?(progress: UploadProgress): void
  signal?: AbortSignal
}

export interface UploadProgress {
  progress: number
  totalBytesSent: number
  totalBytesExpectedToSend: number
}

export interface UploaderOptions {
  environment: Environment
  base: string
  envelopeSecret: string
  lang(): string
  identity(): Promise<ViewerIdentity>
  onSessionInvalid: RequestSession['forceLogout']
  signal: AbortSignal
}

/**
 * Rejects with a RequestError: `file` without a file, `network` (602001), `timeout` (5), `abort` (600003), `server`,
 * `decrypt`, or `session` (999).
 */
export async function upload(
  uploader: UploaderOptions,
  options: UploadOptions,
  isRepeated = false
): Promise<ParsedEnvelope> {
  const { environment } = uploader
  const { file, name = 'file', formData = {}, onProgress } = options
  if (!file) throw new RequestError('file', 'file error')
  const body = new FormData()
  for (const [key, value] of Object.entries({ ...formData, lang: uploader.lang() })) body.append(key, value)
  body.append(name, file)
  const identity = await uploader.identity()
  const headers = identityHeaders(identity)
  const response = await withPlatformTimeout(
    environment.clock,
    [uploader.signal, options.signal],
    signal =>
      environment.upload(uploader.base + options.url, {
        headers,
        body,
        signal,
        onProgress: (sent, expected) => onProgress?.(toProgress(sent, expected))
      }),
    new RequestError('network', 'network error', 602001)
  )
  const answer = await parseEnvelope(parse(response.body), uploader.envelopeSecret, environment.subtle)
  const sentCall = { url: options.url, token: identity.token, isRepeated }
  if (await handleSessionInvalid(answer.code, sentCall, uploader.onSessionInvalid))
    return upload(uploader, options, true)
  return answer
}

function toProgress(sent: number, expected: number): UploadProgress {
  const progress = expected > 0 ? Math.min(100, Math.round((sent / expected) * 100)) : 0
  return { progress, totalBytesSent: sent, totalBytesExpectedToSend: expected }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
