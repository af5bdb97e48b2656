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
const NAVIGATION_METHODS: NavigationName[] = ['navigateTo', 'redirectTo', 'switchTab', 'reLaunch', 'navigateBack']
const HOST_METHODS: HostMethodName[] = ['openStore', 'play', 'pause']
/** In ms after the app is drawn: until then there is better to fetch. */
const WARNINGS_DELAY_MS = 1000
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
    #complaining: ReturnType<typeof setTimeout> | undefined
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
        this.#complain()
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
      if (change) {
        change(value)
        this.#complain()
      } else this.#restartSoon()
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

    /** Says what of its attributes is ignored, when that is in nobody's way. */
    #complain() {
      const say = ({ warnAboutAttributes }: typeof import('../chunks/attribute-warnings.js')) =>
        warnAboutAttributes(this)
      const load = () => import('../chunks/attribute-warnings.js').then(say, () => undefined)
      this.ready.then(() => {
        clearTimeout(this.#complaining)
        if (this.#start) this.#complaining = setTimeout(load, WARNINGS_DELAY_MS)
      })
    }

    /** Ends playback, requests and listeners; adding the element to a page starts it anew. */
    destroy() {
      clearTimeout(this.#complaining)
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

    /** Waits for the app where it is on its way; nobody has to catch a refusal. `fail` says why there is none. */
    #ask<Answer>(ask: (app: App) => Promise<Answer>, fail: (reason: string) => Error): Promise<Answer> {
      const answer = (this.#start?.whenApp ?? Promise.reject()).then(ask, () => Promise.reject(fail(NOT_RUNNING)))
      answer.catch(() => undefined)
      return answer
    }

    static {
      for (const name of NAVIGATION_METHODS) {
        add(DramaAppElement.prototype, name, function (this: DramaAppElement, ...target) {
          const go = ({ router }: App) => Reflect.apply(router[name], router, target)
          const app = this.#start?.app()
          return app ? go(app) : this.#ask(go, reason => navigationError(name, reason))
        })
      }
      // Their code is fetched when it is asked for.
      for (const name of HOST_METHODS) {
        add(DramaAppElement.prototype, name, function (this: DramaAppElement, options) {
          const fail = (reason: string) => navigationError(name, reason)
          const failed = () => Promise.reject(fail('network error'))
          return this.#ask(
            app =>
              import('../chunks/host-methods.js').then(({ hostMethods }) => hostMethods[name](app, options), failed),
            fail
          )
        })
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

type Method = (this: never, ...args: unknown[]) => Promise<unknown>

function add(prototype: object, name: string, value: Method) {
  Object.defineProperty(prototype, name, { value, configurable: true, writable: true })
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
