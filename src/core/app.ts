import type { VisitorLogin } from '../../contract/visitor.js'
import { type Connection, createConnection, startUp } from './connection.js'
import { openDevice } from './device.js'
import type { Environment } from './environment.js'
import { createEmitter, type Emitter, type EventDetails } from './events.js'
import { createExplain, type Explain } from './explain.js'
import { createFirstAnswer, type FirstAnswer } from './first-answer.js'
import { createI18n, findLanguage, type I18n, languages } from './i18n.js'
import { createLanguageChoice, type LanguageChoice } from './language-choice.js'
import { createLibrary, type Library } from './library.js'
import { createOverlays, type Overlays } from './overlays.js'
import type { Api } from './request/api.js'
import type { Identity } from './request/headers.js'
import { createRouter, type Router, type Stack } from './router/router.js'
import { createSession, SECOND_TOKEN_KEY, type Session } from './session.js'
import { createSettings, type Settings } from './settings.js'
import { wantFor } from './start.js'
import { askStartHint, type TakeHint } from './start-hint.js'

export interface AppOptions {
  /** Campaign id, already checked; undefined where the page names none. */
  lpid: string | undefined
  /** Set when the page named a campaign id that cannot be one. */
  warning: string | undefined
  /** Origin of the API without a slash at the end; empty for the page's own. */
  apiBase: string
  lang: string | undefined
  envelopeSecret: string
  /** Whether the player hears keys. */
  hasHotkeys(): boolean
}

/** One running app; two elements on a page have two of these and share nothing but storage. */
export interface App extends Overlays, Library, LanguageChoice {
  options: AppOptions
  environment: Environment
  /** Typed calls that wait for the session. */
  api: Api
  /** Under `api`: the request wrapper, and files with progress. */
  connection: Connection
  explain: Explain
  session: Session
  router: Router
  i18n: I18n
  settings: Settings
  emit: Emitter
  /** The answer that came with the sign-in, once, if it is the one wanted. */
  takeFirst: FirstAnswer['take']
  /** How the episode begins that a new visitor lands on, once, if it is the one wanted. */
  takeHint: TakeHint
  signal: AbortSignal
  destroy(): void
}

export function createApp(environment: Environment, options: AppOptions): App {
  const controller = new AbortController()
  const emit = createEmitter(environment, options)
  const i18n = createI18n(findLanguage(options.lang) ?? languages[0], environment.clock)
  const lang = () => i18n.language().wire
  const router = createRouter({
    ...environment,
    signal: controller.signal,
    onNavigate: (from, to) => emit('drama-navigate', { from, to })
  })
  const first = createFirstAnswer(lang)
  const overlays = createOverlays(environment, controller.signal)
  const explain = createExplain(i18n.$translation, overlays.toasts, controller.signal)
  const session: Session = createSession({
    environment,
    api: () => connection.direct,
    lpid: options.lpid,
    errorText: startUp.errorText,
    onVisit(visitor, wanted) {
      if (wanted) first.keep(wanted, visitor.first)
      emit('drama-visit', describeVisit(visitor, options.warning ?? visitor.warnings?.[0]))
    },
    onRefused: () => emit('drama-error', { kind: 'login', path: '/index/visitor_login' }),
    onForcedLogout: () => router.reset()
  })
  const connection = createConnection({
    ...options,
    environment,
    lang,
    identity: createIdentity(environment, () => session),
    session: () => session,
    loadingView: overlays.toasts,
    onFault(error, path, isUnnoticed) {
      emit('drama-error', { kind: error.kind, path })
      if (!isUnnoticed) explain(error)
    },
    signal: controller.signal
  })
  const library = createLibrary(connection.api, environment, emit, session, controller.signal)
  const want = wantAt(router.$stack.get())
  // Who has been here before may have stopped further on.
  const hinted = session.isLogin() ? undefined : want
  void session.start(want)
  return {
    ...{ options, environment, connection, explain, session, router, i18n },
    ...overlays,
    ...library,
    api: connection.api,
    settings: createSettings(environment),
    ...createLanguageChoice(environment, i18n, { emit, explain, signal: controller.signal }),
    emit,
    takeFirst: first.take,
    takeHint: askStartHint(environment, options.apiBase, hinted, controller.signal),
    signal: controller.signal,
    destroy: () => controller.abort()
  }
}

function createIdentity(environment: Environment, session: () => Session): () => Promise<Identity> {
  const device = openDevice(environment)
  return async () => ({
    deviceId: await device.id(),
    token: session().token(),
    secondToken: environment.storage.get(SECOND_TOKEN_KEY)
  })
}

function wantAt({ top }: Stack): string | undefined {
  return wantFor(top?.route.name, top?.query ?? {})
}

function describeVisit({ is_new }: VisitorLogin, warning: string | undefined): EventDetails['drama-visit'] {
  return warning === undefined ? { is_new } : { is_new, warning }
}
