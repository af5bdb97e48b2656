// `<drama-app>` over r2wc. r2wc mounts, updates and unmounts; attributes, upgrade and moves are ours, because
// it loses properties set before upgrade, ignores removed attributes, mounts while detached and restarts on a move.
import r2wc from '@r2wc/react-to-web-component'
import { type App, createApp } from '../src/core/app.js'
import { findLanguage } from '../src/core/i18n.js'
import { readStart } from '../src/core/start.js'
import { VERSION } from '../src/core/version.js'
import { warmEngine } from '../src/video/source.js'
import { AppView } from '../src/views/app.js'
import { warmPage } from '../src/views/lazy-page.js'
import { adoptStyles } from '../src/views/styles/sheets.js'
import { type AttributeName, attributes, readApiBase, readCampaign, toProperty } from './attributes.js'
import { createEnvironment } from './environment.js'
import { style } from './style.js'

const CONNECTED = Symbol.for('r2wc.connected')
const PROPS = Symbol.for('r2wc.props')

interface Mounted extends HTMLElement {
  [CONNECTED]: boolean
  [PROPS]: Record<string, unknown>
  connectedCallback(): void
  disconnectedCallback(): void
}

declare const ENVELOPE_SECRET: string

let created = 0

/** Builds the class over the given base; called only where there is a DOM. */
export function createElementClass(scriptUrl: string): CustomElementConstructor {
  const Base = r2wc(AppView, { shadow: 'open', props: {} }) as unknown as new () => Mounted

  class DramaAppElement extends Base {
    static readonly observedAttributes = Object.keys(attributes)
    readonly version = VERSION
    #app: App | undefined
    #announceReady: () => void = () => undefined
    /** Resolves when the app is drawn in its language; what it shows may still be on its way. */
    readonly ready = new Promise<void>(resolve => {
      this.#announceReady = resolve
    })

    constructor() {
      super()
      // r2wc starts as connected, and would mount an element that is in no document.
      this[CONNECTED] = false
    }

    override connectedCallback() {
      this.#upgradeProperties()
      if (this.#app) {
        this[CONNECTED] = true
        return
      }
      const root = this.shadowRoot
      if (!root) return
      adoptStyles(root, style)
      this.addEventListener('drama-ready', () => this.#announceReady(), { once: true })
      this.#app = startApp(this, scriptUrl)
      this[PROPS].app = this.#app
      this[PROPS].root = root
      super.connectedCallback()
    }

    /** moveBefore() keeps everything as it is. */
    connectedMoveCallback() {}

    /** A page that moves the element puts it back in the same task: playback must not restart. */
    override disconnectedCallback() {
      this[CONNECTED] = false
      queueMicrotask(() => {
        if (!this.isConnected) this.destroy()
      })
    }

    /** In another document everything is another: window, storage, sheets. */
    adoptedCallback() {
      this.destroy()
    }

    attributeChangedCallback(name: string, before: string | null, value: string | null) {
      if (!this.#app || value === before) return
      if (name === 'lang')
        void this.#app.i18n.setLanguage(value ?? this.#app.environment.storage.get('drama_lang') ?? 'pt')
      else this.#restartSoon()
    }

    /** What is read at start has changed: once for all changes of one task. */
    #restartSoon() {
      const outdated = this.#app
      queueMicrotask(() => {
        if (!outdated || this.#app !== outdated || !this.isConnected) return
        this.destroy()
        this.connectedCallback()
      })
    }

    /** Ends playback, requests and listeners; adding the element to a page starts it anew. */
    destroy() {
      if (!this.#app) return
      super.disconnectedCallback()
      this.#app.destroy()
      this.#app = undefined
    }

    async navigateTo(options?: { url: string }): Promise<void> {
      await this.#running().router.navigateTo({ url: options?.url ?? '' })
    }
    async redirectTo(options?: { url: string }): Promise<void> {
      await this.#running().router.redirectTo({ url: options?.url ?? '' })
    }
    async switchTab(options?: { url: string }): Promise<void> {
      await this.#running().router.switchTab({ url: options?.url ?? '' })
    }
    async reLaunch(options?: { url: string }): Promise<void> {
      await this.#running().router.reLaunch({ url: options?.url ?? '' })
    }
    async navigateBack(options?: { delta?: number }): Promise<void> {
      await this.#running().router.navigateBack(options)
    }
    /** Rejects for a language that the app does not speak. */
    async setLang(lang: string): Promise<void> {
      const language = findLanguage(lang)
      if (!language) throw new Error(`setLang:fail language \`${lang}\` is not found`)
      this.setAttribute('lang', language.tag)
    }
    /** `route` is the page on screen, `lang` the language shown. */
    getState(): { route: string; lang: string; lpid: string | null; isLogin: boolean } {
      const { router, i18n, options, session } = this.#running()
      return {
        route: router.$stack.get().top?.url ?? '',
        lang: i18n.language().tag,
        lpid: options.lpid ?? null,
        isLogin: session.isLogin()
      }
    }

    #running(): App {
      if (!this.#app) throw new Error('<drama-app> is not running: it is in no document, or was destroyed')
      return this.#app
    }

    /** Properties set before this class was defined hide its accessors: set them again. */
    #upgradeProperties() {
      for (const property of Object.keys(attributes).map(toProperty)) {
        if (!Object.hasOwn(this, property)) continue
        const value: unknown = Reflect.get(this, property)
        Reflect.deleteProperty(this, property)
        Reflect.set(this, property, value)
      }
    }
  }
  for (const name of Object.keys(attributes)) reflect(DramaAppElement.prototype, name)
  return DramaAppElement
}

function reflect(prototype: HTMLElement, name: string) {
  Object.defineProperty(prototype, toProperty(name), {
    configurable: true,
    enumerable: true,
    get(this: HTMLElement) {
      return this.getAttribute(name) ?? undefined
    },
    set(this: HTMLElement, value: unknown) {
      if (value === undefined || value === null || value === false) this.removeAttribute(name)
      else this.setAttribute(name, String(value))
    }
  })
}

function startApp(host: HTMLElement, scriptUrl: string): App {
  const read = (name: AttributeName) => host.getAttribute(name)
  const controller = new AbortController()
  const routing = read('routing') === 'history' ? 'history' : 'memory'
  const environment = createEnvironment({
    host,
    routing,
    base: read('base') ?? '/',
    start: readStart(read('start') ?? undefined) ?? '/',
    app: `${++created}`,
    signal: controller.signal
  })
  const { lpid, warning } = readCampaign(read('lpid'), environment.page.url)
  const app = createApp(environment, {
    lpid,
    warning,
    apiBase: readApiBase(read('api-base'), scriptUrl),
    // What the viewer chose in the app goes before what the page suggests.
    lang: environment.storage.get('drama_lang') ?? read('lang') ?? undefined,
    envelopeSecret: ENVELOPE_SECRET
  })
  app.signal.addEventListener('abort', () => controller.abort())
  const first = app.router.$stack.get().top?.route.name
  if (first) warmPage(first)
  if (first === 'play') warmEngine()
  return app
}
