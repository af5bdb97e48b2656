import type { Environment } from '../environment.js'
import { type Api, createApi } from './api.js'
import type { ParsedEnvelope } from './envelope.js'
import type { ViewerIdentity } from './headers.js'
import { createHealthPoller } from './health-poller.js'
import type { LoadingToast } from './loading-indicator.js'
import { createRequester, type Requester } from './request.js'
import { isSilent, type RequestError } from './request-error.js'
import type { RequestSession } from './request-session.js'
import type { UploadOptions } from './upload.js'

export const STARTUP_REQUEST_MESSAGES = { loadingText: '', errorText: 'no token obtained' }

export interface Connection {
  api: Api
  direct: Api
  request: Requester
  upload(options: UploadOptions): Promise<ParsedEnvelope>
}

export interface ConnectionOptions {
  environment: Environment
  apiBase: string
  envelopeSecret: string
  lang(): string
  identity(): Promise<ViewerIdentity>
  session(): RequestSession
  loadingView: LoadingToast
  onRequestError(error: RequestError, path: string, isQuiet: boolean): void
  signal: AbortSignal
}

export function createConnection(options: ConnectionOptions): Connection {
  const { session, signal } = options
  const sender = {
    ...options,
    base: options.apiBase,
    onSessionInvalid: (...refused: Parameters<RequestSession['forceLogout']>) => session().forceLogout(...refused)
  }
  const request = createRequester({ ...sender, ...STARTUP_REQUEST_MESSAGES })
  const pollHealth = createHealthPoller(options.environment, `${options.apiBase}/healthz`)
  function onRequestError(error: RequestError, path: string, isQuiet: boolean) {
    if (signal.aborted || isSilent(error)) return
    pollHealth(!['network', 'timeout'].includes(error.kind))
    options.onRequestError(error, path, isQuiet)
  }
  const whenReady = () => session().whenReady()
  return {
    request,
    api: createApi({ request, whenReady, onRequestError }),
    direct: createApi({ request, whenReady: async () => undefined, onRequestError }),
    async upload(uploadOptions) {
      const [{ upload }] = await Promise.all([import('./upload.js'), whenReady()])
      return upload(sender, uploadOptions)
    }
  }
}
