/** The outside world of one app. Core, video and views reach the browser only through this. */
export interface Environment {
  /** Text kept between visits. Never throws: where storage is blocked, values live as long as the app. */
  storage: AppStorage
  clock: Clock
  /** The page's own fetch; the caller gives method, headers, body and signal. */
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Sends a form by POST and tells how far it is, which fetch cannot. Rejects as fetch does: TypeError, AbortError. */
  upload(url: string, form: UploadForm): Promise<{ status: number; body: string }>
  history: HistoryPort
  /** Real randomness, `length` bytes. */
  random(length: number): Uint8Array<ArrayBuffer>
  /** Native ciphers; absent on plain http. */
  subtle: SubtleCrypto | undefined
  page: HostPageInfo
  /** Messages between the apps of this origin, in this tab and in others; one does not hear itself. Listening ends with the signal, else with the app. */
  broadcast: { post(message: unknown): void; listen(listener: (message: unknown) => void, signal?: AbortSignal): void }
  /** Opens the file picker; needs a tap. Empty when the viewer chose nothing. */
  chooseFiles(wanted: FilePickerOptions): Promise<readonly File[]>
  /** Other tabs of the browser; the code for them comes when it is asked for. */
  newTab(): Promise<Tabs>
  /** The window's inner size in px; listening ends with the signal. */
  viewport: { width(): number; height(): number; onResize(listener: () => void, signal: AbortSignal): void }
  /** Runs one task of a name after the other, among all apps of this origin. */
  runExclusive<Result>(name: string, task: () => Promise<Result>): Promise<Result>
  /** Whether the document can be seen; listening ends with the signal. */
  visibility: { isVisible(): boolean; onChange(listener: () => void, signal: AbortSignal): void }
  /** False where the browser knows that there is no connection. */
  isOnline(): boolean
  /** Calls back when the browser has lost its connection; listening ends with the signal. */
  onOffline(listener: () => void, signal: AbortSignal): void
  /** Calls back when the document is about to go, for good or into the browser's memory; listening ends with the signal. */
  onHide(listener: () => void, signal: AbortSignal): void
  /** Calls back when the browser has a connection again; listening ends with the signal. */
  onOnline(listener: () => void, signal: AbortSignal): void
  log: { error(message: string, cause?: unknown): void }
  /** Dispatches a `drama-…` event on the element; false when a listener cancelled it. */
  emit(name: string, detail: Record<string, unknown>): boolean
}

/** What exists before the app's code has loaded. */
export type LaunchEnvironment = Pick<
  Environment,
  'storage' | 'clock' | 'fetch' | 'random' | 'page' | 'viewport' | 'visibility' | 'onOnline' | 'emit'
> & { history: Pick<HistoryPort, 'start'> }

export interface AppStorage {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
  /** False where values are lost with the app: the browser blocks storage, or has no room. */
  isPersistent(): boolean
}

export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Runs `task` once after `delay` ms; the answer cancels it. Never runs after the app was destroyed. */
  setTimer(delay: number, task: () => void): () => void
}

/** One entry per step of the app; the meaning of `url` depends on the routing mode. */
export interface HistoryPort {
  /** The app's own location at start, `/path?query`. */
  readonly start: string
  /** The step it is at; above 0 when the page was loaded again on a later entry. */
  readonly startStep: number
  /** How many of the entries up to there are of what lay over its page, and is there no more. */
  readonly startDepth: number
  /** `depth` counts what lies over the page up to this entry, whose address stays the page's. */
  push(url: string, step: number, depth?: number): void
  replace(url: string, step: number): void
  go(delta: number): void
  /** Calls back with the step that the viewer's Back or Forward button arrived at. */
  onPop(listener: (step: number, url: string, depth: number) => void): void
}

export interface Tabs {
  /** Opens a tab of its own at once, which needs a tap; undefined where the browser refuses. `text` stands in it until it goes on. */
  open(text: string): OpenedTab | undefined
  /** The page's address as it is now, whole. */
  currentUrl(): string
  /** Calls back when the viewer comes back to this page; listening ends with the signal. */
  onReturn(listener: () => void, signal: AbortSignal): void
}

/** Knows nothing of the page that opened it. */
export interface OpenedTab {
  /** False where the viewer has closed it. */
  goTo(url: string): boolean
  close(): void
}

export interface UploadForm {
  /** Without Content-Type: the browser names the boundary. */
  headers: Record<string, string>
  body: FormData
  onProgress(sent: number, expected: number): void
  signal: AbortSignal
}

export interface FilePickerOptions {
  /** As in `<input accept>`. */
  accept: string
  isMultiple: boolean
  /** Asks for the camera alone. */
  isCapture: boolean
}

/** What the app may know of the page it stands on. */
export interface HostPageInfo {
  /** Full address, fragment removed. */
  url: string
  referrer: string
  /** The viewer's answer as the page says it, which may change: `granted`, `denied`, or anything else for none yet. Absent where the page answers for them. */
  consent?: string | undefined
}
