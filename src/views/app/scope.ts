import { createContext, useContext } from 'react'
import type { App } from '../../core/app.js'
import type { Translation } from '../../core/i18n/i18n.js'
import type { RouteName } from '../../core/router/routes.js'
import type { StartRequest } from '../../player/instant-start/request.js'

export interface Scope {
  app: App
  root: ShadowRoot
  translation: Translation | undefined
  /** The first bytes of the episode that a new visitor lands on. */
  startRequest: StartRequest | undefined
  preloadPage(name: RouteName): void
  loadCoverMenu(): void
}

export const ScopeContext = createContext<Scope | undefined>(undefined)

export function useScope(): Scope {
  const scope = useContext(ScopeContext)
  if (!scope) throw new Error('a view was rendered outside <AppView>')
  return scope
}

export function useTranslation(): Translation {
  const { translation } = useScope()
  if (!translation) throw new Error('a view was rendered before its language')
  return translation
}
