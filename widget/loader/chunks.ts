// Requests the first screen's chunks in parallel, because their imports would load one after the other.
import type { RouteName } from '../../src/core/router/routes.js'

export const loadApp = () => import('../chunks/app.js')
export const loadViews = () => import('../chunks/views.js')
export const loadInstantStart = () => import('../chunks/instant-start.js')

const pages: { [Name in RouteName]?: () => Promise<unknown> } = {
  home: () => import('../../src/views/catalogue/home-page.js'),
  player: () => Promise.all([import('../../src/views/player/player-page.js'), loadInstantStart()])
}

export const loadPage = async (name: RouteName | undefined): Promise<unknown> => name && pages[name]?.()
