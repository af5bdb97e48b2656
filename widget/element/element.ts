import type { App } from '../../src/core/app.js'
import { findLanguage } from '../../src/core/i18n/languages.js'
import { VERSION } from '../../src/core/lib/version.js'
import { type NavigationName, navigationError } from '../../src/core/router/navigation-error.js'
import { adoptStyles } from '../../src/dom/adopted-styles.js'
import host from '../../src/views/styles/host.css'
import tokens from '../../src/views/styles/host-tokens.css'
import type { HostMethodName } from '../chunks/host-methods.js'
import { type AppState, createInstance, ELEMENT_INSTANCE_KEY, type Instance } from '../loader/instance.js'
import { type AttributeName, attributeKinds, isSwitchOn, toProperty } from './attributes.js'

const attributeNames = Object.keys(attributeKinds) as AttributeName[]
const METHODS: (NavigationName | HostMethodName)[] = [
  ...(['navigateTo', 'redirectTo', 'switchTab', 'reLaunch', 'navigateBack'] as const),
  ...(['openStore', 'play', 'pause'] as const)
]
const loadHostMethods = async () => (await import('../chunks/host-methods.js')).hostMethods
const NOT_RUNNING = '<drama-app> is not running: it is in no document, or was destroyed'

export type R2wcClass = new () => HTMLElement & {
  container: ShadowRoot
  connectedCallback(): void
  disconnectedCallback(): void
}

// Without private members and static blocks, because old browsers must parse the script tag to say that they are too old.

/** Implements the attributes itself: those of r2wc ignore removals and lose properties set before the upgrade. */
export function createElementClass(
  Base: R2wcClass,
  scriptUrl: string | undefined,
  onStart?: (host: HTMLElement) => void
): CustomElementConstructor {
  class DramaAppElement extends Base {
    static get observedAttributes() {
      return attributeNames
    }
    declare readonly version: string
    declare readonly ready: Promise<void>
    declare [ELEMENT_INSTANCE_KEY]: Instance | undefined

    constructor() {
      super()
      this.version = VERSION
      this.ready = new Promise(resolve => {
        this.addEventListener('drama-ready', () => resolve(), { once: true })
      })
    }

    override connectedCallback() {
      upgradeProperties(this)
      if (!this[ELEMENT_INSTANCE_KEY]) {
        adoptStyles(this.container, hostCss)
        this[ELEMENT_INSTANCE_KEY] = createInstance(this, this.container, scriptUrl)
        onStart?.(this)
      }
      super.connectedCallback()
    }

    /** Empty, so that moveBefore() keeps the instance running. */
    connectedMoveCallback() {}

    /** Waits one task, because a page that moves the element may add it again after an `await`. */
    override disconnectedCallback() {
      setTimeout(() => {
        if (!this.isConnected) this.destroy()
      })
    }

    adoptedCallback() {
      this.destroy()
    }

    attributeChangedCallback(name: string, before: string | null, value: string | null) {
      if (!this[ELEMENT_INSTANCE_KEY] || value === before) return
      const change = this[ELEMENT_INSTANCE_KEY].handlers[name as AttributeName]
      if (change) change(value)
      else restartSoon(this)
    }

    destroy() {
      super.disconnectedCallback()
      this[ELEMENT_INSTANCE_KEY]?.end()
      this[ELEMENT_INSTANCE_KEY] = undefined
    }

    async setLang(lang: string): Promise<void> {
      const language = findLanguage(lang)
      if (!language) throw new Error(`setLang:fail language \`${lang}\` is not found`)
      const instance = this[ELEMENT_INSTANCE_KEY]
      const whenShown = instance?.whenApp.then(app => app.showLanguage(language.tag))
      if (whenShown && !(await whenShown.catch(() => true))) throw new Error('setLang:fail network error')
      if (instance !== this[ELEMENT_INSTANCE_KEY]) return
      this.setAttribute('lang', language.tag)
    }
    async setConsent(consent: 'granted' | 'denied'): Promise<void> {
      const whenStored = this[ELEMENT_INSTANCE_KEY]?.setConsent(consent)
      this.setAttribute('consent', consent)
      await whenStored
    }
    getState(): AppState {
      if (!this[ELEMENT_INSTANCE_KEY]) throw new Error(NOT_RUNNING)
      return this[ELEMENT_INSTANCE_KEY].state()
    }
  }
  for (const name of METHODS) {
    const value = function (this: RunningElement, ...args: unknown[]) {
      return call(this, name, args)
    }
    Object.defineProperty(DramaAppElement.prototype, name, { value, configurable: true, writable: true })
  }
  for (const name of attributeNames) reflect(DramaAppElement.prototype, name)
  return DramaAppElement
}

type RunningElement = InstanceType<R2wcClass> & { [ELEMENT_INSTANCE_KEY]: Instance | undefined; destroy(): void }

function restartSoon(element: RunningElement) {
  const outdated = element[ELEMENT_INSTANCE_KEY]
  queueMicrotask(() => {
    if (!outdated || element[ELEMENT_INSTANCE_KEY] !== outdated || !element.isConnected) return
    element.destroy()
    element.connectedCallback()
  })
}

function call(element: RunningElement, name: NavigationName | HostMethodName, args: unknown[]): Promise<unknown> {
  const fail = (reason: string) => () => Promise.reject(navigationError(name, reason))
  const callApp = (app: App): Promise<unknown> =>
    name in app.router
      ? Reflect.apply(Reflect.get(app.router, name), app.router, args)
      : loadHostMethods().then(methods => methods[name as HostMethodName](app, args[0]), fail('network error'))
  const instance = element[ELEMENT_INSTANCE_KEY]
  const app = instance?.app()
  const result = app ? callApp(app) : (instance?.whenApp ?? Promise.reject()).then(callApp, fail(NOT_RUNNING))
  // Callers may ignore the result: it must not count as an unhandled rejection.
  result.catch(() => undefined)
  return result
}

/** Sets properties again that were set before the upgrade, because they hide the accessors of the class. */
function upgradeProperties(element: HTMLElement) {
  for (const property of attributeNames.map(toProperty)) {
    if (!Object.hasOwn(element, property)) continue
    const value: unknown = Reflect.get(element, property)
    Reflect.deleteProperty(element, property)
    Reflect.set(element, property, value)
  }
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
