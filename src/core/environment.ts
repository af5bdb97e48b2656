/** The outside world of one app. Core, video and views reach the browser only through this. */
export interface Environment {
  /** Text kept between visits. Never throws: where storage is blocked, values live as long as the app. */
  storage: Storage
  clock: Clock
  /** The page's own fetch; the caller gives method, headers, body and signal. */
  fetch: (url: string, init: RequestInit) => Promise<Response>
  history: HistoryPort
  /** Real randomness, `length` bytes. */
  random(length: number): Uint8Array<ArrayBuffer>
  /** Native ciphers; absent on plain http. */
  subtle: SubtleCrypto | undefined
  page: HostPage
  /** Runs one task of a name after the other, among all apps on the page. */
  takeTurn<Result>(name: string, task: () => Promise<Result>): Promise<Result>
  /** Whether the document can be seen; listening ends with the signal. */
  visibility: { isVisible(): boolean; onChange(listener: () => void, signal: AbortSignal): void }
  /** Calls back when the browser has a connection again; listening ends with the signal. */
  onOnline(listener: () => void, signal: AbortSignal): void
  log: { error(message: string, cause?: unknown): void }
  /** Dispatches a `drama-…` event on the element; false when a listener cancelled it. */
  emit(name: string, detail: Record<string, unknown>): boolean
}

export interface Storage {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Runs `task` once after `delay` ms; the answer cancels it. Never runs after the app was destroyed. */
  after(delay: number, task: () => void): () => void
}

/** One entry per step of the app; the meaning of `url` depends on the routing mode. */
export interface HistoryPort {
  /** The app's own location at start, `/path?query`. */
  readonly start: string
  /** The step it is at; above 0 when the page was loaded again on a later entry. */
  readonly startStep: number
  push(url: string, step: number): void
  replace(url: string, step: number): void
  go(delta: number): void
  /** Calls back with the step that the viewer's Back or Forward button arrived at. */
  onPop(listener: (step: number, url: string) => void): void
}

/** What the app may know of the page it stands on. */
export interface HostPage {
  /** Full address, fragment removed. */
  url: string
  referrer: string
}
