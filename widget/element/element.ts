import type { App } from '../../src/core/app.js'
import { findLanguage } from '../../src/core/i18n/languages.js'
import { VERSION } from '../../src/core/lib/version.js'
import { type NavigationName, navigationError } from '../../src/core/router/navigation-error.js'
import { adoptStyles } from '../../src/dom/adopted-styles.js'
import host from '../../src/views/styles/host.css'
import tokens from '../../src/views/styles/host-tokens.css'
import type { HostMethodName } from '../chunks/host-methods.js'
import { type AppState, createInstance, INSTANCE, type Instance } from '../loader/instance.js'
import { type AttributeName, attributeKinds, isSwitchOn, toProperty } from './attributes.js'

const names = Object.keys(attributeKinds) as AttributeName[]
const METHODS: (NavigationName | HostMethodName)[] = [
  ...(['navigateTo', 'redirectTo', 'switchTab', 'reLaunch', 'navigateBack'] as const),
  ...(['openStore', 'play', 'pause'] as const)
]
const loadHostMethods = async () => (await import('../chunks/host-methods.js')).hostMethods
const NOT_RUNNING = '<drama-app> is not running: it is in no document, or was destroyed'

/** The class that r2wc makes: it creates the shadow root, renders when connected and unmounts when disconnected. */
export type R2wcClass = new () => HTMLElement & {
  container: ShadowRoot
  connectedCallback(): void
  disconnectedCallback(): void
}

/**
 * Adds attributes, methods and moves to r2wc's class. r2wc's own attributes are switched off, because they ignore removed
 * attributes and lose properties that were set before the upgrade. Needs a DOM.
 */
export function createElementClass(
  Base: R2wcClass,
  scriptUrl: string | undefined,
  onStart?: (host: HTMLElement) => void
): CustomElementConstructor {
  class DramaAppElement extends Base {
    static readonly observedAttributes = names
    readonly version = VERSION
    #start: Instance | undefined
    #announceReady: () => void = () => undefined
    /** Resolves when the app is drawn in its language; what it shows may still be on its way. */
    readonly ready = new Promise<void>(resolve => {
      this.#announceReady = resolve
    })

    get [INSTANCE]() {
      return this.#start
    }

    override connectedCallback() {
      this.#upgradeProperties()
      if (!this.#start) {
        adoptStyles(this.container, hostCss)
        this.#start = createInstance(this, this.container, scriptUrl)
        onStart?.(this)
        this.addEventListener('drama-ready', () => this.#announceReady(), { once: true })
      }
      super.connectedCallback()
    }

    /** moveBefore() keeps everything as it is. */
    connectedMoveCallback() {}

    /** Waits one task before unmounting, because a page that moves the element adds it again at once or after an `await`. */
    override disconnectedCallback() {
      setTimeout(() => {
        if (!this.isConnected) this.destroy()
      })
    }

    /** In another document everything is another: window, storage, sheets. */
    adoptedCallback() {
      this.destroy()
    }

    attributeChangedCallback(name: string, before: string | null, value: string | null) {
      if (!this.#start || value === before) return
      const change = this.#start.handlers[name as AttributeName]
      if (change) change(value)
      else this.#restartSoon()
    }

    /** What is read at start has changed: once for all changes of one task. */
    #restartSoon() {
      const outdated = this.#start
      queueMicrotask(() => {
        if (!outdated || this.#start !== outdated || !this.isConnected) return
        this.destroy()
        this.connectedCallback()
      })
    }

    /** Ends playback, requests and listeners; adding the element to a page starts it anew. */
    destroy() {
      super.disconnectedCallback()
      this.#start?.end()
      this.#start = undefined
    }

    /** Rejects for a language that the app does not speak, and for one whose texts do not arrive. */
    async setLang(lang: string): Promise<void> {
      const language = findLanguage(lang)
      if (!language) throw new Error(`setLang:fail language \`${lang}\` is not found`)
      const start = this.#start
      const isShown = start?.whenApp.then(app => app.showLanguage(language.tag))
      if (isShown && !(await isShown.catch(() => true))) throw new Error('setLang:fail network error')
      if (start !== this.#start) return
      this.setAttribute('lang', language.tag)
    }
    /** What the viewer has answered; resolves when what is kept in the browser says so too. */
    async setConsent(consent: 'granted' | 'denied'): Promise<void> {
      const done = this.#start?.setConsent(consent)
      this.setAttribute('consent', consent)
      await done
    }
    getState(): AppState {
      if (!this.#start) throw new Error(NOT_RUNNING)
      return this.#start.state()
    }

    /** Calls at once if the app runs, else when it has started. Callers may ignore the result, so it never counts as unhandled. */
    #call(name: NavigationName | HostMethodName, args: unknown[]): Promise<unknown> {
      const fail = (reason: string) => () => Promise.reject(navigationError(name, reason))
      const call = (app: App): Promise<unknown> =>
        name in app.router
          ? Reflect.apply(Reflect.get(app.router, name), app.router, args)
          : loadHostMethods().then(methods => methods[name as HostMethodName](app, args[0]), fail('network error'))
      const app = this.#start?.app()
      const result = app ? call(app) : (this.#start?.whenApp ?? Promise.reject()).then(call, fail(NOT_RUNNING))
      result.catch(() => undefined)
      return result
    }

    static {
      for (const name of METHODS) {
        const value = function (this: DramaAppElement, ...args: unknown[]) {
          return this.#call(name, args)
        }
        Object.defineProperty(DramaAppElement.prototype, name, { value, configurable: true, writable: true })
      }
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

function reflect(prototype: HTMLElement, name: AttributeName) {
  const isSwitch = attributeKinds[name] === 'switch'
  Object.defineProperty(prototype, toProperty(name), {
    configurable: true,
    enumerable: true,
    get(this: HTMLElement) {
      return isSwitch ? isSwitchOn(this, name) : (this.getAttribute(name) ?? undefined)
    },
    set(this: HTMLElement, value: unknown) {
      if (isSwitch) this.toggleAttribute(name, Boolean(value) && value !== 'false')
      else if (value === undefined || value === null || value === false) this.removeAttribute(name)
      else this.setAttribute(name, String(value))
    }
  })
}

export const hostCss = tokens + host
