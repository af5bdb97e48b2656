import type { VisitorLogin } from '../../contract/visitor.js'
import { loadDeviceId } from './device.js'
import type { Environment } from './environment.js'
import { createEmitter, type Emitter } from './events.js'
import { createI18n, findLanguage, type I18n, languages } from './i18n.js'
import { createProgress, type Progress } from './progress.js'
import { type Api, createApi } from './request/api.js'
import { createRouter, type Router } from './router/router.js'
import { createSession, SECOND_TOKEN_KEY, type Session } from './session.js'
import { createSettings, type Settings } from './settings.js'
import { wantFor } from './start.js'

export interface AppOptions {
  /** Campaign id, already checked; undefined where the page names none. */
  lpid: string | undefined
  /** Set when the page named a campaign id that cannot be one. */
  warning: string | undefined
  /** Origin of the API without a slash at the end; empty for the page's own. */
  apiBase: string
  lang: string | undefined
  envelopeSecret: string
}

/** One running app; two elements on a page have two of these and share nothing but storage. */
export interface App {
  options: AppOptions
  environment: Environment
  /** Calls that wait for the session. */
  api: Api
  session: Session
  progress: Progress
  router: Router
  i18n: I18n
  settings: Settings
  emit: Emitter
  /** The answer that came with the sign-in, once, if it is the one wanted. */
  takeFirst(want: string): VisitorLogin['first']
  signal: AbortSignal
  destroy(): void
}

export function createApp(environment: Environment, options: AppOptions): App {
  const controller = new AbortController()
  const emit = createEmitter(environment, options)
  const i18n = createI18n(findLanguage(options.lang) ?? languages[0])
  const lang = () => i18n.language().wire
  const router = createRouter({
    history: environment.history,
    onNavigate: (from, to) => emit('drama-navigate', { from, to })
  })
  const top = router.$stack.get().top
  let first: { want: string; lang: string; answer: VisitorLogin['first'] } | undefined
  const want = wantFor(top?.route.name, top?.query ?? {})
  const session = createSession({
    environment,
    api: () => direct,
    lpid: options.lpid,
    onVisit(login) {
      if (want && login.first) first = { want, lang: lang(), answer: login.first }
      const warning = options.warning ?? login.warnings?.[0]
      emit('drama-visit', { is_new: login.is_new, ...(warning === undefined ? {} : { warning }) })
    },
    onForcedLogout: () => router.reset()
  })
  const deviceId = loadDeviceId(environment)
  const direct = createApi({
    environment,
    base: options.apiBase,
    envelopeSecret: options.envelopeSecret,
    lang,
    identity: async () => ({
      token: session.token(),
      deviceId: await deviceId,
      secondToken: environment.storage.get(SECOND_TOKEN_KEY)
    }),
    onSessionInvalid: token => session.forceLogout(token),
    onFault: (kind, path) => controller.signal.aborted || emit('drama-error', { kind, path }),
    signal: controller.signal
  })
  void session.start(want)
  const api = waitFor(session, direct)
  return {
    options,
    environment,
    api,
    session,
    progress: createProgress(api, environment.clock),
    router,
    i18n,
    settings: createSettings(environment.storage),
    emit,
    takeFirst(wanted) {
      // Not the one wanted, or in the language of before: it is of no use to anybody.
      const answer = first?.want === wanted && first.lang === lang() ? first.answer : null
      first = undefined
      return answer
    },
    signal: controller.signal,
    destroy: () => controller.abort()
  }
}

function waitFor(session: Session, api: Api): Api {
  return {
    get: async (path, parameters) => {
      await session.whenReady()
      return api.get(path, parameters)
    },
    post: async (path, parameters) => {
      await session.whenReady()
      return api.post(path, parameters)
    }
  }
}
