// What runs as soon as the element is on a page: asks for everything at once, and hands over to the app when it is there.
import type { App, AppOptions } from '../../src/core/app.js'
import { firstScreenOf, parseSharedLink, parseStartAttribute } from '../../src/core/campaign/deep-link.js'
import { CAMPAIGN_LANGUAGE_KEY, findLanguage, LANGUAGE_KEY, languageOrDefault } from '../../src/core/i18n/languages.js'
import { matchRoute } from '../../src/core/router/route-match.js'
import { hasConsent } from '../../src/core/session/consent.js'
import { startEarlySignIn } from '../../src/core/session/early-sign-in.js'
import { readToken } from '../../src/core/session/visitor-sign-in.js'
import { watchViewport } from '../appearance/css-variables.js'
import type { createOptionalAttributes, OptionalAttributesOptions } from '../chunks/optional-attributes.js'
import { type AttributeName, readApiBase, readCampaign, readMaxWidth, readPartnerToken } from '../element/attributes.js'
import { readRouting } from '../environment/address.js'
import { createEnvironment } from '../environment/environment.js'
import { findStorage } from '../environment/storage.js'
import { loadApp } from './chunks.js'
import type { AppHandle, LaunchContext } from './launch.js'
import { showApp } from './show-in-turn.js'
import { createLoadingSlot } from './slots.js'

declare const ENVELOPE_SECRET: string

/** What a new value of an attribute changes at once. */
export type AttributeHandlers = { [Name in AttributeName]?: (value: string | null) => unknown }

/** `route` is the page on screen, `lang` the language shown. */
export interface AppState {
  route: string
  lang: string
  lpid: string | null
  isLogin: boolean
}

/** One life of the element on its page. */
export interface Instance {
  state(): AppState
  /** Undefined until its code has arrived. */
  app(): App | undefined
  /** Resolves when there is an app; rejects where it ends before. */
  whenApp: Promise<App>
  live: AttributeHandlers
  /** The viewer has agreed, or has not; holds at once, and resolves when the storage says so too. */
  setConsent(attribute: string | null): Promise<void>
  /** Takes away what is drawn, and ends all that runs. */
  end(): void
}

let instanceCount = 0

const OPTIONAL_ATTRIBUTES = [
  'theme',
  'brand',
  'logo',
  'manage-title',
  'partner-token',
  'debug'
] satisfies AttributeName[]

/** A start with what the attributes of the element say now. */
export function createInstance(host: HTMLElement, root: ShadowRoot, scriptUrl: string | undefined): Instance {
  const controller = new AbortController()
  const { signal } = controller
  const front = createLaunchContext(host, scriptUrl, signal)
  const { environment, options } = front
  const run = createAppHandle(front)
  const state = () => describe(front, run.app())
  const { loading } = front
  const heed = createAttributeLoader({ host, root, front, run, state, script: scriptUrl })
  heed()
  root.append(loading)
  const unload = () => loading.remove()
  host.addEventListener('drama-ready', unload, { signal })
  const hide = showApp(root, front, run)
  const setConsent = createConsentSetter(front, run)
  return {
    state,
    app: run.app,
    whenApp: run.whenApp,
    setConsent,
    end() {
      hide()
      unload()
      run.app()?.destroy()
      controller.abort()
    },
    live: {
      lang(value) {
        const code = value ?? environment.storage.get(LANGUAGE_KEY) ?? 'pt'
        if (findLanguage(code)) options.lang = code
        options.isLangOpen = false
        void run.app()?.showLanguage(code)
      },
      'max-width': watchViewport(
        root,
        environment.viewport,
        () => readMaxWidth(host.getAttribute('max-width')),
        signal
      ),
      // Read anew for every key, and for every request.
      hotkeys: ignore,
      'csp-nonce': ignore,
      ...Object.fromEntries(OPTIONAL_ATTRIBUTES.map(name => [name, heed])),
      // What was said to the method says the same again here.
      consent: value => value === environment.page.consent || setConsent(value).catch(() => undefined)
    }
  }
}

function createLaunchContext(host: HTMLElement, scriptUrl: string | undefined, signal: AbortSignal): LaunchContext {
  const read = (name: AttributeName) => host.getAttribute(name)
  const isFirst = ++instanceCount === 1
  const environment = createEnvironment({
    host,
    routing: readRouting(read('routing')),
    base: read('base') ?? '/',
    start: parseSharedLink(window.location.href) ?? parseStartAttribute(read('start')) ?? '/',
    app: `${instanceCount}`,
    signal
  })
  const { lpid, warning } = readCampaign(read('lpid'), environment.page.url)
  // What the viewer chose in the app goes before what the page suggests, and that before what a campaign does.
  const chosen = environment.storage.get(LANGUAGE_KEY) ?? read('lang')
  const [of, lang] = environment.storage.get(CAMPAIGN_LANGUAGE_KEY)?.split(' ') ?? []
  const options: AppOptions = {
    lpid,
    warning,
    apiBase: readApiBase(read('api-base'), scriptUrl),
    lang: chosen ?? (of === lpid ? lang : undefined),
    isLangOpen: (lpid !== undefined && chosen === null) || undefined,
    envelopeSecret: ENVELOPE_SECRET,
    hasHotkeys: () => read('hotkeys') !== 'off',
    partnerToken: () => readPartnerToken(read('partner-token'))
  }
  const landing = matchRoute(environment.history.start)
  const query = landing?.query ?? {}
  const want = firstScreenOf(landing?.route.name, query, lpid)
  const isLater = query.t !== undefined
  const signIn = startEarlySignIn(environment, {
    apiBase: options.apiBase,
    lpid,
    lang: languageOrDefault(options.lang).apiCode,
    want,
    isLater,
    signal,
    isFirst: isFirst && !options.partnerToken(),
    isLangOpen: options.isLangOpen
  })
  return { environment, options, landing, signIn, loading: createLoadingSlot(), signal }
}

const ignore = () => undefined

function createAppHandle(front: LaunchContext): AppHandle {
  const { environment, options, signIn, signal } = front
  let app: App | undefined
  let settle: (app: App) => void = () => undefined
  const whenApp = new Promise<App>((resolve, reject) => {
    settle = resolve
    signal.addEventListener('abort', reject)
  })
  whenApp.catch(() => undefined)
  return {
    app: () => app,
    whenApp,
    async start(turn) {
      const { startApp } = await loadApp()
      await turn
      await front.optionalAttributes
      if (!app && !signal.aborted) {
        app = startApp(environment, options, signIn)
        settle(app)
      }
      return whenApp
    }
  }
}

/** Their code is fetched when there is one, and goes by all of them then. Without that code the app goes on. */
function createAttributeLoader(wishing: OptionalAttributesOptions): () => void {
  const { host, front } = wishing
  let heed: ReturnType<typeof createOptionalAttributes> | undefined
  return () => {
    if (heed) front.optionalAttributes = heed()
    else if (OPTIONAL_ATTRIBUTES.some(name => host.hasAttribute(name))) {
      front.optionalAttributes = import('../chunks/optional-attributes.js').then(({ createOptionalAttributes }) => {
        heed ??= createOptionalAttributes(wishing)
        return heed()
      }, ignore)
    }
  }
}

function describe({ environment, options, landing }: LaunchContext, app: App | undefined): AppState {
  const top = app ? app.router.$stack.get().top : landing
  return {
    route: top?.url ?? '',
    lang: app?.i18n.language().tag ?? languageOrDefault(options.lang).tag,
    lpid: options.lpid ?? null,
    isLogin: readToken(environment.storage) !== undefined
  }
}

/** A change of mind: what may be kept and told follows at once, what was kept a moment later. */
function createConsentSetter({ environment }: LaunchContext, run: AppHandle) {
  const { page, storage } = environment
  return async (attribute: string | null): Promise<void> => {
    page.consent = attribute ?? undefined
    const app = run.app()
    // What a running app holds in memory must not be mixed with what another visit has left.
    if (!app || !hasConsent(page)) storage.persistent = findStorage(page)
    return (await import('../chunks/consent-change.js')).applyConsent(environment, app)
  }
}
