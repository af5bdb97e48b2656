// `<drama-app>` over r2wc. r2wc mounts, updates and unmounts; attributes, upgrade and moves are ours, because
// it loses properties set before upgrade, ignores removed attributes, mounts while detached and restarts on a move.
import r2wc from '@r2wc/react-to-web-component'
import type { App } from '../src/core/app.js'
import { findLanguage } from '../src/core/i18n.js'
import { type NavigationName, refusal } from '../src/core/router/check.js'
import type { NavigationResult, NavigationTarget } from '../src/core/router/router.js'
import { VERSION } from '../src/core/version.js'
import { AppView } from '../src/views/app.js'
import { adoptStyles } from '../src/views/styles/sheets.js'
import { type AttributeName, attributes, isOn, toProperty } from './attributes.js'
import { type LiveAttributes, startApp } from './start-app.js'
import { style } from './style.js'

const CONNECTED = Symbol.for('r2wc.connected')
const PROPS = Symbol.for('r2wc.props')

interface Mounted extends HTMLElement {
  [CONNECTED]: boolean
  [PROPS]: Record<string, unknown>
  connectedCallback(): void
  disconnectedCallback(): void
}

const names = Object.keys(attributes) as AttributeName[]
const NOT_RUNNING = '<drama-app> is not running: it is in no document, or was destroyed'

/** Builds the class over the given base; called only where there is a DOM. */
export function createElementClass(scriptUrl: string): CustomElementConstructor {
  const Base = r2wc(AppView, { shadow: 'open', props: {} }) as unknown as new () => Mounted

  class DramaAppElement extends Base {
    static readonly observedAttributes = names
    readonly version = VERSION
    #app: App | undefined
    /** What an attribute changes while the app runs; a change of any other starts it anew. */
    #live: LiveAttributes = {}
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
      const { app, live } = startApp(this, root, scriptUrl)
      this.#app = app
      this.#live = live
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
      const change = this.#live[name as AttributeName]
      if (change) change(value)
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

    navigateTo(target?: NavigationTarget): Promise<NavigationResult> {
      return this.#app?.router.navigateTo(target) ?? notRunning('navigateTo')
    }
    redirectTo(target?: NavigationTarget): Promise<NavigationResult> {
      return this.#app?.router.redirectTo(target) ?? notRunning('redirectTo')
    }
    switchTab(target?: NavigationTarget): Promise<NavigationResult> {
      return this.#app?.router.switchTab(target) ?? notRunning('switchTab')
    }
    reLaunch(target?: NavigationTarget): Promise<NavigationResult> {
      return this.#app?.router.reLaunch(target) ?? notRunning('reLaunch')
    }
    navigateBack(options?: { delta?: number }): Promise<NavigationResult> {
      return this.#app?.router.navigateBack(options) ?? notRunning('navigateBack')
    }
    /** Rejects for a language that the app does not speak, and for one whose texts do not arrive. */
    async setLang(lang: string): Promise<void> {
      const language = findLanguage(lang)
      if (!language) throw new Error(`setLang:fail language \`${lang}\` is not found`)
      const app = this.#app
      if (app && !(await app.showLanguage(language.tag))) throw new Error('setLang:fail network error')
      if (app !== this.#app) return
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
      if (!this.#app) throw new Error(NOT_RUNNING)
      return this.#app
    }

    /** Properties set before this class was defined hide its accessors: set them again. */
    #upgradeProperties() {
      for (const property of names.map(toProperty)) {
        if (!Object.hasOwn(this, property)) continue
        const value: unknown = Reflect.get(this, property)
        Reflect.deleteProperty(this, property)
        Reflect.set(this, property, value)
      }
    }
  }
  for (const name of names) reflect(DramaAppElement.prototype, name)
  return DramaAppElement
}

function notRunning(name: NavigationName): Promise<never> {
  const result = Promise.reject(refusal(name, NOT_RUNNING))
  result.catch(() => undefined)
  return result
}

function reflect(prototype: HTMLElement, name: AttributeName) {
  const isSwitch = attributes[name] === 'switch'
  Object.defineProperty(prototype, toProperty(name), {
    configurable: true,
    enumerable: true,
    get(this: HTMLElement) {
      return isSwitch ? isOn(this, name) : (this.getAttribute(name) ?? undefined)
    },
    set(this: HTMLElement, value: unknown) {
      if (isSwitch) this.toggleAttribute(name, Boolean(value))
      else if (value === undefined || value === null || value === false) this.removeAttribute(name)
      else this.setAttribute(name, String(value))
    }
  })
}
