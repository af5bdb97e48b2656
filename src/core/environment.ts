/** Core's only access to the browser. */
export interface Environment {
  /** Never throws. If the browser blocks storage, values live as long as the app. */
  storage: AppStorage
  clock: Clock
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Reports progress, which fetch cannot. Rejects like fetch: TypeError or AbortError. */
  upload(url: string, form: UploadForm): Promise<{ status: number; body: string }>
  history: HistoryPort
  random(length: number): Uint8Array<ArrayBuffer>
  subtle: SubtleCrypto | undefined
  page: HostPageInfo
  /**
   * Messages between the apps of this origin, in all tabs; a sender does not receive its own. Listening ends with the
   * signal, or with the app.
   */
  broadcast: { post(message: unknown): void; listen(listener: (message: unknown) => void, signal?: AbortSignal): void }
  /** Load it before the tap that it needs. */
  loadFilePicker(): Promise<ChooseFiles>
  loadTabs(): Promise<BrowserTabs>
  /** Undefined on host pages: only the standalone site can be installed and send notifications. */
  site(): StandaloneSite | undefined
  viewport: { width(): number; height(): number; onResize(listener: () => void, signal: AbortSignal): void }
  /** Runs tasks of the same name one after the other, across all apps of this origin. */
  runExclusive<Result>(name: string, task: () => Promise<Result>): Promise<Result>
  visibility: { isVisible(): boolean; onChange(listener: () => void, signal: AbortSignal): void }
  isOnline(): boolean
  onOffline(listener: () => void, signal: AbortSignal): void
  /** Also called before the document enters the back/forward cache. Listening ends with the signal. */
  onPageHide(listener: () => void, signal: AbortSignal): void
  /**
   * Also called when the page returns from the back/forward cache, because leaving it made its pending requests fail in
   * WebKit. A listener that begins within seconds after that is called once, because not every request succeeds at once.
   * Listening ends with the signal.
   */
  onOnline(listener: () => void, signal: AbortSignal): void
  /** Calls the listeners of `onOnline`, because the server can be reached again. */
  announceOnline(): void
  log: { error(message: string, cause?: unknown): void }
  /** The host page's cookies, separated by `; `. Read them only with consent. */
  readCookies(): string
  /** Dispatches a `drama-…` event on the element. False if a listener cancelled it. */
  emit(name: string, detail: Record<string, unknown>): boolean
}

/** What exists before the app's code has loaded. */
export type LaunchEnvironment = Pick<
  Environment,
  'storage' | 'clock' | 'fetch' | 'random' | 'page' | 'viewport' | 'visibility' | 'onOnline' | 'announceOnline' | 'emit'
> & { history: Pick<HistoryPort, 'start'> }

export interface AppStorage {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
  isPersistent(): boolean
}

export interface Clock {
  now(): number
  /** `delay` is in ms. Returns a function that cancels the timer; the task never runs after the app is destroyed. */
  setTimer(delay: number, task: () => void): () => void
}

export interface HistoryPort {
  readonly start: string
  readonly startStep: number
  /** Number of overlay entries up to `startStep`. Their overlays are gone, because the page was reloaded. */
  readonly startDepth: number
  /** `depth` is the number of open overlays. An overlay entry keeps the address of its page. */
  push(url: string, step: number, depth?: number): void
  replace(url: string, step: number): void
  go(delta: number): void
  onPop(listener: (step: number, url: string, depth: number) => void): void
}

export interface BrowserTabs {
  /** Needs a tap. Undefined if the browser refuses. The tab shows `text` until `goTo`. */
  open(text: string): OpenedTab | undefined
  currentUrl(): string
  onReturn(listener: () => void, signal: AbortSignal): void
}

export interface OpenedTab {
  /** False if the viewer has closed the tab. */
  goTo(url: string): boolean
  close(): void
}

export interface StandaloneSite {
  /** Undefined while the browser does not offer to install the app. Needs a tap. */
  install?: (() => Promise<void>) | undefined
  /** Undefined if the browser has no Web Push. */
  push?: SitePush | undefined
}

export interface SitePush {
  permission(): 'default' | 'denied' | 'granted'
  /** Needs a tap, if the permission is `default`. */
  askPermission(): Promise<'default' | 'denied' | 'granted'>
  subscribe(publicKey: string): Promise<{ endpoint: string; p256dh: string; auth: string }>
  /** Resolves with the address that was subscribed. */
  unsubscribe(): Promise<string | undefined>
}

export interface UploadForm {
  /** Without Content-Type, because the browser adds the multipart boundary. */
  headers: Record<string, string>
  body: FormData
  onProgress(sent: number, expected: number): void
  signal: AbortSignal
}

/** Resolves with no files if the viewer cancels. */
export type ChooseFiles = (options: FilePickerOptions) => Promise<readonly File[]>

export interface FilePickerOptions {
  accept: string
  isMultiple: boolean
  isCapture: boolean
}

export interface HostPageInfo {
  url: string
  referrer: string
  /**
   * `granted`, `denied`, or another text before the viewer decides. Undefined means granted, because the page handles
   * consent itself.
   */
  consent?: string | undefined
  /** The visit and what happens in it are counted apart. */
  isTest?: true | undefined
}
