import { atom, type WritableAtom } from 'nanostores'
import type { VisitorLogin } from '../../contract/visitor.js'
import { requestInstantStart, type StartRequests } from '../player/instant-start/request.js'
import { firstScreenOf } from './campaign/deep-link.js'
import { createFirstAnswer, type FirstAnswer } from './campaign/first-answer.js'
import { createVisit } from './campaign/visit.js'
import type { Environment } from './environment.js'
import { createEventQueue } from './event/event-queue.js'
import { createHostEmitter, type Emitter, type EventDetails } from './event/host-events.js'
import { createI18n, type I18n } from './i18n/i18n.js'
import { createLanguageChoice, type LanguageChoice } from './i18n/language-choice.js'
import { languageOrDefault } from './i18n/languages.js'
import { createShowError, type ShowError } from './loading/error-message.js'
import { createWatching, type Watching } from './playback/progress.js'
import type { RemotePlayer } from './playback/remote-control.js'
import { createSettings, type Settings } from './playback/settings.js'
import type { Api } from './request/api.js'
import { type Connection, createConnection, startupState } from './request/connection.js'
import type { Identity } from './request/headers.js'
import { createRouter, type PageStack, type Router } from './router/router.js'
import { hasConsent } from './session/consent.js'
import { createDevice, type Device } from './session/device.js'
import type { EarlySignIn } from './session/early-sign-in.js'
import { createSession, type Session } from './session/session.js'
import { SECOND_TOKEN_KEY, VISITOR_LOGIN_PATH } from './session/visitor-sign-in.js'
import { createPendingOrders, type PendingOrders } from './store/pending-orders.js'
import type { Brand } from './ui/brand.js'
import { createImagePreview, type ImagePreview } from './ui/image-preview.js'
import { createModals, type Modals } from './ui/modals.js'
import { createToasts, type Toasts } from './ui/toasts.js'

export interface AppOptions {
  /** Campaign id, already checked; undefined where the page names none. */
  lpid: string | undefined
  /** Set when the page named a campaign id that cannot be one. */
  warning: string | undefined
  /** Origin of the API without a slash at the end; empty for the page's own. */
  apiBase: string
  lang: string | undefined
  /** Nobody has chosen it: the campaign may. */
  isLangOpen?: boolean | undefined
  envelopeSecret: string
  /** Whether the player hears keys. */
  hasHotkeys(): boolean
  /** Of the partner's own viewer; goes before one that is stored. */
  partnerToken(): string | undefined
}

/** One running app; two elements on a page have two of these and share nothing but storage. */
export interface App extends Overlays, Watching, LanguageChoice, PendingOrders {
  options: AppOptions
  environment: Environment
  /** Typed calls that wait for the session. */
  api: Api
  /** Under `api`: the request wrapper, and files with progress. */
  connection: Connection
  showError: ShowError
  session: Session
  device: Device
  router: Router
  i18n: I18n
  settings: Settings
  emit: Emitter
  /** The answer that came with the sign-in, once, if it is the one wanted. */
  takeFirst: FirstAnswer['take']
  /** How the episode begins that a new visitor lands on. */
  hints: StartRequests
  /** The sign-in that the page has not heard of, because the viewer has not agreed to that yet. */
  untoldVisit?: EventDetails['drama-visit'] | undefined
  /** Ends when the viewer is back on Home, where a campaign has opened an episode over it. */
  detour: Promise<void> | undefined
  /** Ends when a promo link has given what it gives; undefined where there is nothing to wait for. */
  gift: Promise<void> | undefined
  /** As the page calls it. */
  $brand: WritableAtom<Brand>
  /** Players of the pages there are. */
  $players: WritableAtom<readonly RemotePlayer[]>
  signal: AbortSignal
  destroy(): void
}

/** `ahead` is what was asked for before; its sign-in counts as this app's. */
export function createApp(outside: Environment, options: AppOptions, signIn?: EarlySignIn): App {
  const environment = signIn ? { ...outside, fetch: signIn.fetch } : outside
  const controller = new AbortController()
  const report = createEventQueue(environment.clock, () => app)
  const emit = createHostEmitter(environment, options, report)
  const onNavigate = (from: string, to: string) => emit('drama-navigate', { from, to })
  const router = createRouter({ ...environment, signal: controller.signal, onNavigate })
  const want = firstPageRequest(router.$stack.get(), options)
  const lang = () => i18n.language().apiCode
  const first = createFirstAnswer(lang)
  const arrival = createVisit(environment, options, first)
  const i18n = createI18n(languageOrDefault(options.lang), environment.clock, arrival.whenLanguageKnown)
  const overlays = createOverlays(environment, controller.signal)
  const device = createDevice(environment, signIn?.deviceRecord)
  const explain = createShowError(i18n.$translation, overlays.toasts, controller.signal)
  const session: Session = createSession({
    environment,
    api: () => connection.direct,
    origin: () => ({ lpid: options.lpid, lang_open: options.isLangOpen }),
    deviceSecret: device.secret,
    errorText: startupState.errorText,
    async onVisit(visitor, wanted) {
      await arrival.applySignIn(app, visitor, wanted)
      announceVisit(app, visitor)
    },
    onRefused: () => emit('drama-error', { kind: 'login', path: VISITOR_LOGIN_PATH }),
    onForcedLogout: () => router.reset()
  })
  const connection = createConnection({
    ...options,
    environment,
    lang,
    identity: createIdentity(environment, device, session, options),
    session: () => session,
    loadingView: overlays.toasts,
    onRequestError(error, path, isUnnoticed) {
      emit('drama-error', { kind: error.kind, path })
      if (!isUnnoticed) explain(error)
    },
    signal: controller.signal
  })
  const library = createWatching(connection.api, environment, emit, session, controller.signal)
  arrival.limitWait(session.start(want))
  const app: App = {
    ...createPendingOrders(environment, () => app),
    options,
    environment,
    connection,
    showError: explain,
    session,
    device,
    router,
    i18n,
    emit,
    ...overlays,
    ...library,
    api: connection.api,
    settings: createSettings(environment),
    takeFirst: first.take,
    ...createLanguageChoice(environment, i18n, { emit, explain, signal: controller.signal }),
    detour: undefined,
    gift: arrival.redeemPromoLink(() => app, want),
    hints: signIn?.hints ?? requestInstantStart(environment, options.apiBase, want, controller.signal),
    $brand: atom<Brand>({}),
    $players: atom<readonly RemotePlayer[]>([]),
    signal: controller.signal,
    destroy: () => controller.abort()
  }
  return app
}

function createIdentity(
  { storage }: Environment,
  device: Device,
  session: Session,
  { partnerToken }: AppOptions
): () => Promise<Identity> {
  return async () => ({
    deviceId: await device.id(),
    token: session.token(),
    secondToken: partnerToken() ?? storage.get(SECOND_TOKEN_KEY)
  })
}

function firstPageRequest({ top }: PageStack, { lpid }: AppOptions): string | undefined {
  return firstScreenOf(top?.route.name, top?.query ?? {}, lpid)
}

function announceVisit(app: App, { is_new, warnings }: VisitorLogin) {
  const warning = app.options.warning ?? warnings?.[0]
  const visit = warning === undefined ? { is_new } : { is_new, warning }
  if (hasConsent(app.environment.page)) app.emit('drama-visit', visit)
  else app.untoldVisit = visit
}

/** What an app can put over its pages. */
interface Overlays {
  toasts: Toasts
  modals: Modals
  imagePreview: ImagePreview
}

function createOverlays({ clock, log }: Environment, signal: AbortSignal): Overlays {
  return { toasts: createToasts(clock, log), modals: createModals(signal), imagePreview: createImagePreview() }
}
