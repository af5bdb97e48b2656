import type { WritableAtom } from 'nanostores'
import type { SignInFlow } from './account/sign-in-flow.js'
import type { Visit } from './campaign/visit.js'
import type { Environment } from './environment.js'
import type { Emitter } from './event/host-events.js'
import type { I18n } from './i18n/i18n.js'
import type { LanguageChoice } from './i18n/language-choice.js'
import type { ShowError } from './loading/error-message.js'
import type { Watching } from './playback/progress.js'
import type { RemotePlayer } from './playback/remote-control.js'
import type { Settings } from './playback/settings.js'
import type { Api } from './request/api.js'
import type { Connection } from './request/connection.js'
import type { Router } from './router/router.js'
import type { Device } from './session/device.js'
import type { Session } from './session/session.js'
import type { PendingOrders } from './store/pending-orders.js'
import type { Brand } from './ui/brand.js'
import type { ImagePreview } from './ui/image-preview.js'
import type { Modals } from './ui/modals.js'
import type { Toasts } from './ui/toasts.js'

export interface AppOptions {
  /** Campaign id, checked already; undefined if the page names none. */
  lpid: string | undefined
  /** Set if the page named an invalid campaign id. */
  warning: string | undefined
  /** Origin of the API without a slash at the end; empty for the page's own. */
  apiBase: string
  lang: string | undefined
  /** The campaign may choose the language, because neither viewer nor page has. */
  isLangOpen?: boolean | undefined
  envelopeSecret: string
  hasHotkeys(): boolean
  /** Token for the partner's own viewer; preferred to a stored one. */
  partnerToken(): string | undefined
}

/** What an app can put over its pages. */
export interface Overlays {
  toasts: Toasts
  modals: Modals
  imagePreview: ImagePreview
}

/** One running app. Two elements on a page have one each and share nothing but the browser's storage. */
export interface App extends Overlays, Watching, LanguageChoice, PendingOrders {
  options: AppOptions
  environment: Environment
  /** Typed calls, which wait for the session. */
  api: Api
  /** Under `api`: the request wrapper, and uploads with progress. */
  connection: Connection
  showError: ShowError
  session: Session
  device: Device
  visit: Visit
  /** Created when the sign-in sheet is opened first. */
  signInFlow?: SignInFlow
  router: Router
  i18n: I18n
  settings: Settings
  emit: Emitter
  /** Name and logo as the page sets them. */
  $brand: WritableAtom<Brand>
  /** Players of the pages in the stack. */
  $players: WritableAtom<readonly RemotePlayer[]>
  signal: AbortSignal
  destroy(): void
}
