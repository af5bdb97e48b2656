import { atom } from 'nanostores'
import type { App, AppOptions, Overlays } from './app.js'
import { firstScreenOf } from './campaign/deep-link.js'
import { createVisit } from './campaign/visit.js'
import { createDramaSheet } from './catalogue/drama-sheet.js'
import type { Environment } from './environment.js'
import { createEventQueue } from './event/event-queue.js'
import { createHostEmitter } from './event/host-events.js'
import { createI18n } from './i18n/i18n.js'
import { createLanguageChoice } from './i18n/language-choice.js'
import { languageOrDefault } from './i18n/languages.js'
import { createShowError } from './loading/show-error.js'
import { createPlaybackSettings } from './playback/playback-settings.js'
import { createProgress } from './playback/progress.js'
import type { RemotePlayer } from './playback/remote-control.js'
import { createConnection, STARTUP_REQUEST_MESSAGES } from './request/connection.js'
import type { ViewerIdentity } from './request/headers.js'
import { createRouter } from './router/router.js'
import { createDevice, type Device } from './session/device.js'
import type { EarlySignIn } from './session/early-sign-in.js'
import { createSession, type Session } from './session/session.js'
import { SECOND_TOKEN_KEY, VISITOR_LOGIN_PATH } from './session/visitor-login-request.js'
import { createLazyOrders } from './store/lazy-orders.js'
import type { Brand } from './ui/brand.js'
import { createModals } from './ui/modals.js'
import { createToasts } from './ui/toasts.js'

export function createApp(environment: Environment, options: AppOptions, signIn?: EarlySignIn): App {
  const controller = new AbortController()
  const { signal } = controller
  const { clock } = environment
  const emit = createHostEmitter(
    environment,
    options,
    createEventQueue(clock, () => app)
  )
  const onNavigate = (from: string, to: string) => emit('drama-navigate', { from, to })
  const router = createRouter({ ...environment, signal, onNavigate })
  const { top } = router.$stack.get()
  const firstScreen = firstScreenOf(top?.route.name, top?.query ?? {}, options.lpid)
  const visit = createVisit(environment, options, () => app, firstScreen)
  const i18n = createI18n(languageOrDefault(options.lang), clock, visit.whenLanguageKnown)
  const overlays = createOverlays(environment, signal)
  const device = createDevice(environment, signIn?.deviceRecord)
  const showError = createShowError(i18n, overlays.toasts, signal)
  const session: Session = createSession({
    environment,
    api: () => connection.direct,
    origin: () => ({ lpid: options.lpid, lang_open: options.isLangOpen }),
    deviceSecret: device.secret,
    earlyRequest: signIn?.request,
    errorText: STARTUP_REQUEST_MESSAGES.errorText,
    onVisit: visit.applySignIn,
    onRefused: () => emit('drama-error', { kind: 'login', path: VISITOR_LOGIN_PATH }),
    onForcedLogout: () => router.reset()
  })
  const connection = createConnection({
    ...options,
    environment,
    lang: () => i18n.language().apiCode,
    identity: createIdentity(environment, device, session, options),
    session: () => session,
    loadingView: overlays.toasts,
    onRequestError(error, path, isQuiet) {
      emit('drama-error', { kind: error.kind, path })
      if (!isQuiet) showError(error)
    },
    signal
  })
  const { api } = connection
  const progress = createProgress(api, environment, session, signal)
  visit.startLanguageWait(session.start(firstScreen))
  const app: App = {
    options,
    environment,
    api,
    connection,
    showError,
    session,
    device,
    visit,
    router,
    i18n,
    playbackSettings: createPlaybackSettings(environment),
    progress,
    dramaSheet: createDramaSheet(api),
    emit,
    ...overlays,
    ...createLazyOrders(environment, () => app),
    ...createLanguageChoice(environment, i18n, { emit, showError, signal }),
    $brand: atom<Brand>({}),
    $players: atom<readonly RemotePlayer[]>([]),
    signal,
    destroy: () => controller.abort()
  }
  return app
}

function createIdentity(
  { storage }: Environment,
  device: Device,
  session: Session,
  { partnerToken }: AppOptions
): () => Promise<ViewerIdentity> {
  return async () => ({
    deviceId: await device.id(),
    token: session.token(),
    secondToken: partnerToken() ?? storage.get(SECOND_TOKEN_KEY)
  })
}

function createOverlays({ clock, log }: Environment, signal: AbortSignal): Overlays {
  return { toasts: createToasts(clock, log), modals: createModals(signal) }
}
