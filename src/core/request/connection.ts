// How one app talks to its server: the request wrapper set up as the specification says, and typed calls over it.
import type { Environment } from '../environment.js'
import type { Session } from '../session/session.js'
import { type Api, createApi } from './api.js'
import type { Answer } from './envelope.js'
import type { Identity } from './headers.js'
import { createLoadingIndicator, type LoadingToast } from './loading-indicator.js'
import { createRequester, type Requester } from './request.js'
import { isSilent, type RequestError } from './request-error.js'
import type { UploadOptions } from './upload.js'

/** The start-up configuration of the specification. */
export const STARTUP_CONFIG = { loadingText: '', errorText: 'no token obtained' }

export interface Connection {
  /** Typed calls that wait for the session. */
  api: Api
  /** Typed calls that do not: the sign-in itself. */
  direct: Api
  /** The wrapper under both. */
  request: Requester
  /** Sends a file with progress; see request/upload.ts. */
  upload(options: UploadOptions): Promise<Answer>
}

export interface ConnectionOptions {
  environment: Environment
  /** Origin of the API without a slash at the end; empty for the page's own. */
  apiBase: string
  envelopeSecret: string
  lang(): string
  identity(): Promise<Identity>
  session(): Session
  loadingView: LoadingToast
  /** A fault worth telling the host page about; the viewer too, unless it is quiet. */
  onRequestError(error: RequestError, path: string, isQuiet: boolean): void
  signal: AbortSignal
}

export function createConnection(options: ConnectionOptions): Connection {
  const { session, loadingView, signal } = options
  const server = { ...options, base: options.apiBase }
  const request = createRequester({
    ...server,
    onSessionInvalid: (token, path) => session().forceLogout(token, path),
    loadingIndicator: createLoadingIndicator(loadingView),
    loadingText: STARTUP_CONFIG.loadingText
  })
  const onRequestError = (error: RequestError, path: string, quiet: boolean) =>
    signal.aborted || isSilent(error) || options.onRequestError(error, path, quiet)
  const whenReady = () => session().whenReady()
  return {
    request,
    api: createApi({ request, whenReady, onFault: onRequestError }),
    direct: createApi({ request, whenReady: async () => undefined, onFault: onRequestError }),
    async upload(wanted) {
      const [{ upload }] = await Promise.all([import('./upload.js'), whenReady()])
      return upload(server, wanted)
    }
  }
}
