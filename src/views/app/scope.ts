import { createContext, useContext } from 'react'
import type { App } from '../../core/app.js'
import type { Translation } from '../../core/i18n/i18n.js'
import type { RouteName } from '../../core/router/routes.js'
import type { StartRequest } from '../../player/instant-start/request.js'

/** The running app and the shadow root it is rendered in. */
export interface Scope {
  app: App
  root: ShadowRoot
  /** One subscription for all views. */
  translation: Translation | undefined
  /** The first bytes of the episode that a new visitor lands on. */
  startRequest: StartRequest | undefined
  /** Starts loading a page's code before the page is opened. */
  warmPage(name: RouteName): void
  /** Loads the menu of covers, which a long press opens, with the first cover. */
  loadCoverMenu(): void
}

export const ScopeContext = createContext<Scope | undefined>(undefined)

export function useScope(): Scope {
  const scope = useContext(ScopeContext)
  if (!scope) throw new Error('a view was rendered outside <AppView>')
  return scope
}

/** Texts of the active language; views are drawn only once there is one. */
export function useTranslation(): Translation {
  const { translation } = useScope()
  if (!translation) throw new Error('a view was rendered before its language')
  return translation
}
