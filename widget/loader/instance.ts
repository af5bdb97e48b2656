import type { App } from '../../src/core/app.js'
import { firstScreenOf, parseSharedLink, parseStartAttribute } from '../../src/core/campaign/deep-link.js'
import { CAMPAIGN_LANGUAGE_KEY, findLanguage, LANGUAGE_KEY, languageOrDefault } from '../../src/core/i18n/languages.js'
import { matchRoute } from '../../src/core/router/route-match.js'
import { hasConsent } from '../../src/core/session/consent.js'
import { startEarlySignIn } from '../../src/core/session/early-sign-in.js'
import { readToken } from '../../src/core/session/visitor-login-request.js'
import { requestInstantStart } from '../../src/player/instant-start/request.js'
import { watchViewport } from '../appearance/css-variables.js'
import type { createOptionalAttributes, OptionalAttributesOptions } from '../chunks/optional-attributes.js'
import { type AttributeName, readApiBase, readCampaign, readMaxWidth, readPartnerToken } from '../element/attributes.js'
import { readRouting } from '../environment/address.js'
import { readHistoryStart } from '../environment/history-start.js'
import { createLaunchEnvironment } from '../environment/launch-environment.js'
import { findStorage } from '../environment/storage.js'
import { loadApp, loadInstantStart } from './chunks.js'
import type { AppHandle, LaunchContext, LaunchOptions } from './launch.js'
import { type RenderView, showApp } from './show-app.js'
import { createLoadingSlot } from './slots.js'

export type AttributeHandlers = { [Name in AttributeName]?: (value: string | null) => unknown }

export interface AppState {
  route: string
  lang: string
  lpid: string | null
  isLogin: boolean
}

/** Key of the element's instance, because r2wc passes its renderer only the shadow root. */
export const ELEMENT_INSTANCE_KEY = Symbol('instance')

export function getInstance(root: unknown): Instance {
  return (root as { host: { [ELEMENT_INSTANCE_KEY]: Instance } }).host[ELEMENT_INSTANCE_KEY]
}

export interface Instance {
  show(render?: RenderView): () => void
  state(): AppState
  app(): App | undefined
  whenApp: Promise<App>
  handlers: AttributeHandlers
  setConsent(consent: string | null): Promise<void>
  /** Stops requests, timers and listeners. Call it after removing what `show` rendered. */
  end(): void
}

let instanceCount = 0
/** Its early sign-in is under way. Another app of the page that started before it would be another visitor. */
let signingIn: AppHandle | undefined

const OPTIONAL_ATTRIBUTES = [
  'theme',
  'brand',
  'logo',
  'manage-title',
  'partner-token',
  'debug'
] satisfies AttributeName[]

export function createInstance(host: HTMLElement, root: ShadowRoot, scriptUrl: string | undefined): Instance {
  const controller = new AbortController()
  const { signal } = controller
  const context = createLaunchContext(host, scriptUrl, signal)
  const { environment, options, loadingSlot } = context
  const handle = createAppHandle(context)
  const state = () => describeState(context, handle.app())
  const loadOptionalAttributes = createAttributeLoader({ host, root, context, handle, state, scriptUrl })
  loadOptionalAttributes()
  root.append(loadingSlot)
  const removeLoadingSlot = () => loadingSlot.remove()
  host.addEventListener('drama-ready', removeLoadingSlot, { signal })
  const setConsent = createConsentSetter(context, handle)
  return {
    show: render => showApp(root, context, handle, render),
    state,
    app: handle.app,
    whenApp: handle.whenApp,
    setConsent,
    end() {
      removeLoadingSlot()
      handle.app()?.destroy()
      controller.abort()
    },
    handlers: {
      lang(value) {
        const code = value ?? environment.storage.get(LANGUAGE_KEY) ?? 'pt'
        if (findLanguage(code)) options.lang = code
        options.isLangOpen = false
        void handle.app()?.showLanguage(code)
      },
      'max-width': watchViewport(
        root,
        environment.viewport,
        () => readMaxWidth(host.getAttribute('max-width')),
        signal
      ),
      // The app reads `hotkeys` on each key press; `csp-nonce` has no effect.
      hotkeys: ignore,
      'csp-nonce': ignore,
      ...Object.fromEntries(OPTIONAL_ATTRIBUTES.map(name => [name, loadOptionalAttributes])),
      // The element's setConsent method sets the attribute to the same value.
      consent: value => value === environment.page.consent || setConsent(value).catch(ignore)
    }
  }
}

function createLaunchContext(host: HTMLElement, scriptUrl: string | undefined, signal: AbortSignal): LaunchContext {
  const read = (name: AttributeName) => host.getAttribute(name)
  const isFirst = ++instanceCount === 1
  const historyOptions = {
    routing: readRouting(read('routing')),
    base: read('base') ?? '/',
    start: parseSharedLink(window.location.href) ?? parseStartAttribute(read('start')) ?? '/',
    appId: `${instanceCount}`
  }
  const historyStart = readHistoryStart(historyOptions)
  const environment = createLaunchEnvironment(host, historyStart.url, signal)
  const options = readOptions(host, environment, scriptUrl)
  const { apiBase, lpid, isLangOpen } = options
  const landing = matchRoute(environment.history.start)
  const query = landing?.query ?? {}
  const firstScreen = firstScreenOf(landing?.route.name, query, lpid)
  // Sent before all other requests.
  const lang = languageOrDefault(options.lang).apiCode
  const partnerToken = options.partnerToken()
  const start = { screen: firstScreen, query, lang, partnerToken }
  const startRequest = requestInstantStart(environment, apiBase, start, signal)
  if (startRequest) loadInstantStart().catch(ignore)
  const signIn = startEarlySignIn(environment, {
    apiBase,
    lpid,
    lang,
    firstScreen,
    isLangOpen,
    isFirst: isFirst && !partnerToken,
    signal
  })
  return {
    host,
    environment,
    historyOptions,
    historyStart,
    options,
    landing,
    signIn,
    startRequest,
    loadingSlot: createLoadingSlot(),
    signal
  }
}

function readOptions(
  host: HTMLElement,
  { storage, page }: LaunchContext['environment'],
  scriptUrl: string | undefined
): LaunchOptions {
  const read = (name: AttributeName) => host.getAttribute(name)
  const { lpid, warning } = readCampaign(read('lpid'), page.url)
  const chosenLang = storage.get(LANGUAGE_KEY) ?? read('lang')
  const [campaign, campaignLang] = storage.get(CAMPAIGN_LANGUAGE_KEY)?.split(' ') ?? []
  return {
    lpid,
    warning,
    apiBase: readApiBase(read('api-base'), scriptUrl),
    lang: chosenLang ?? (campaign === lpid ? campaignLang : undefined),
    isLangOpen: (lpid !== undefined && chosenLang === null) || undefined,
    partnerToken: () => readPartnerToken(read('partner-token'))
  }
}

function createAppHandle(context: LaunchContext): AppHandle {
  const { signal } = context
  let app: App | undefined
  let resolveApp: (app: App) => void = ignore
  const whenApp = new Promise<App>((resolve, reject) => {
    resolveApp = resolve
    signal.addEventListener('abort', reject)
  })
  whenApp.catch(ignore)
  const handle: AppHandle = {
    app: () => app,
    whenApp,
    async start() {
      const { startApp } = await loadApp()
      if (signingIn !== handle) await signingIn?.start().catch(ignore)
      await context.optionalAttributes
      if (!app && !signal.aborted) {
        app = startApp(context)
        resolveApp(app)
      }
      if (signingIn === handle) signingIn = undefined
      return whenApp
    }
  }
  if (context.signIn) signingIn = handle
  return handle
}

function createAttributeLoader(options: OptionalAttributesOptions): () => void {
  const { host, context } = options
  let apply: ReturnType<typeof createOptionalAttributes> | undefined
  return () => {
    if (apply) context.optionalAttributes = apply()
    else if (OPTIONAL_ATTRIBUTES.some(name => host.hasAttribute(name))) {
      context.optionalAttributes = import('../chunks/optional-attributes.js').then(
        ({ createOptionalAttributes }) => {
          apply ??= createOptionalAttributes(options)
          return apply()
        },
        () => undefined
      )
    }
  }
}

function describeState({ environment, options, landing }: LaunchContext, app: App | undefined): AppState {
  const top = app ? app.router.$stack.get().top : landing
  return {
    route: top?.url ?? '',
    lang: app?.i18n.language().tag ?? languageOrDefault(options.lang).tag,
    lpid: options.lpid ?? null,
    isLogin: readToken(environment.storage) !== undefined
  }
}

function createConsentSetter({ environment }: LaunchContext, handle: AppHandle) {
  const { page, storage } = environment
  let lastChange: Promise<void> = Promise.resolve()
  return (consent: string | null): Promise<void> => {
    page.consent = consent ?? undefined
    const app = handle.app()
    // With consent, a running app first copies its memory: see core/session/consent-change.ts.
    if (!app || !hasConsent(page)) storage.persistent = findStorage(page)
    const apply = async () => (await import('../chunks/consent-change.js')).applyConsent(environment, app)
    lastChange = lastChange.then(apply, apply)
    return lastChange
  }
}

function ignore() {}
