import type { Environment } from '../environment.js'
import { type Answer, openEnvelope } from './envelope.js'
import { type Identity, identityHeaders } from './headers.js'
import { withPlatformTimeout } from './platform-timeout.js'
import { RequestError } from './request-error.js'

export interface UploadOptions {
  /** Path below the API's address. */
  url: string
  file: File | Blob | undefined
  /** Name of the form's file field. */
  name?: string
  /** Fields that go before the file. */
  formData?: Record<string, string>
  onProgress?(progress: UploadProgress): void
  /** Ends the upload with `abort`, 600003. */
  signal?: AbortSignal
}

/** `progress` from 0 to 100, the rest in bytes. */
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
  identity(): Promise<Identity>
  signal: AbortSignal
}

/**
 * Posts a file as multipart form data and resolves with the opened envelope; rejects with a RequestError:
 * `file` where there is none, `network` (602001), `timeout` (5), `abort` (600003), `server` or `decrypt`.
 */
export async function upload(uploader: UploaderOptions, options: UploadOptions): Promise<Answer> {
  const { environment } = uploader
  const { file, name = 'file', formData = {}, onProgress } = options
  if (!file) throw new RequestError('file', 'file error')
  const body = new FormData()
  for (const [key, value] of Object.entries({ ...formData, lang: uploader.lang() })) body.append(key, value)
  body.append(name, file)
  const headers = identityHeaders(await uploader.identity())
  const reply = await withPlatformTimeout(
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
  return openEnvelope(parse(reply.body), uploader.envelopeSecret, environment.subtle)
}

function toProgress(sent: number, expected: number): UploadProgress {
  const progress = expected > 0 ? Math.min(100, Math.round((sent / expected) * 100)) : 0
  return { progress, totalBytesSent: sent, totalBytesExpectedToSend: expected }
}

/** The platform hands the answer to an upload over as text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
