import type { WritableAtom } from 'nanostores'
import type { SignInFlow } from './account/sign-in-flow.js'
import type { Visit } from './campaign/visit.js'
import type { DramaSheet } from './catalogue/drama-sheet.js'
import type { Environment } from './environment.js'
import type { Emitter } from './event/host-events.js'
import type { I18n } from './i18n/i18n.js'
import type { LanguageChoice } from './i18n/language-choice.js'
import type { Favorites } from './library/favorites.js'
import type { ShowError } from './loading/show-error.js'
import type { PlaybackSettings } from './playback/playback-settings.js'
import type { Progress } from './playback/progress.js'
import type { RemotePlayer } from './playback/remote-control.js'
import type { Api } from './request/api.js'
import type { Connection } from './request/connection.js'
import type { Router } from './router/router.js'
import type { Device } from './session/device.js'
import type { Session } from './session/session.js'
import type { LazyOrders } from './store/lazy-orders.js'
import type { Brand } from './ui/brand.js'
import type { ImagePreview } from './ui/image-preview.js'
import type { Modals } from './ui/modals.js'
import type { Toasts } from './ui/toasts.js'

export interface AppOptions {
  lpid: string | undefined
  warning: string | undefined
  /** Origin without a trailing slash; empty for the origin of the page. */
  apiBase: string
  lang: string | undefined
  /** Lets the campaign choose the language, because neither the viewer nor the page has chosen one. */
  isLangOpen?: boolean | undefined
  envelopeSecret: string
  hasHotkeys(): boolean
  partnerToken(): string | undefined
}

export interface Overlays {
  toasts: Toasts
  modals: Modals
}

export interface App extends Overlays, LanguageChoice, LazyOrders {
  options: AppOptions
  environment: Environment
  api: Api
  connection: Connection
  showError: ShowError
  session: Session
  device: Device
  visit: Visit
  signInFlow?: SignInFlow
  router: Router
  i18n: I18n
  playbackSettings: PlaybackSettings
  progress: Progress
  favorites?: Favorites
  imagePreview?: ImagePreview
  dramaSheet: DramaSheet
  emit: Emitter
  $brand: WritableAtom<Brand>
  $players: WritableAtom<readonly RemotePlayer[]>
  signal: AbortSignal
  destroy(): void
}
