import { createContext, useContext } from 'react'
import type { App } from '../../core/app.js'
import type { Translation } from '../../core/i18n/i18n.js'
import type { RouteName } from '../../core/router/routes.js'

/** The running app and the shadow root it is drawn in. */
export interface Scope {
  app: App
  root: ShadowRoot
  /** Subscribed to once, for all who speak. */
  translation: Translation | undefined
  /** Starts fetching a page's code before it is asked for. */
  warmPage(name: RouteName): void
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
