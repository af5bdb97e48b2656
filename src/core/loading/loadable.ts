import { atom, type ReadableAtom } from 'nanostores'
import { BusinessError, RequestError } from '../request/request-error.js'

export type Failure = 'offline' | 'timeout' | 'unavailable' | 'busy' | 'maintenance' | 'tooMany' | 'server'

export type Loadable<Value> =
  | { state: 'loading' }
  | { state: 'ready'; value: Value }
  | { state: 'failed'; failure: Failure }

export const readyValue = <Value>(loadable: Loadable<Value>): Value | undefined =>
  loadable.state === 'ready' ? loadable.value : undefined

const failures: Record<number, Failure> = { 4204: 'unavailable', 4502: 'tooMany', 5000: 'busy', 5001: 'maintenance' }

export function toFailure(error: unknown): Failure {
  if (error instanceof RequestError && error.kind === 'network') return 'offline'
  if (error instanceof RequestError && error.kind === 'timeout') return 'timeout'
  if (error instanceof RequestError || error instanceof BusinessError) return failures[error.code ?? 0] ?? 'server'
  return 'server'
}

export interface LoadableStore<Value> {
  $loadable: ReadableAtom<Loadable<Value>>
  /** Replaces the value by the failure if loading fails. Never rejects. */
  reload(): Promise<void>
  /** Keeps the value if loading fails, and rejects. */
  refresh(): Promise<void>
  set(value: Value): void
}

/** Starts loading at once. Drops a response if a newer load has started. */
export function createLoadable<Value>(load: () => Promise<Value>): LoadableStore<Value> {
  const $loadable = atom<Loadable<Value>>({ state: 'loading' })
  let latestAttempt = 0
  async function loadLatest() {
    const attempt = ++latestAttempt
    if ($loadable.get().state === 'failed') $loadable.set({ state: 'loading' })
    try {
      const value = await load()
      if (attempt === latestAttempt) $loadable.set({ state: 'ready', value })
    } catch (error) {
      // The session has ended, so keep the page as it is until Home opens.
      if (attempt === latestAttempt && !(error instanceof RequestError && error.kind === 'session')) throw error
    }
  }
  const setFailure = (error: unknown) => $loadable.set({ state: 'failed', failure: toFailure(error) })
  const reload = () => loadLatest().catch(setFailure)
  async function refresh() {
    try {
      await loadLatest()
    } catch (error) {
      if ($loadable.get().state === 'loading') setFailure(error)
      throw error
    }
  }
  void reload()
  return { $loadable, reload, refresh, set: value => $loadable.set({ state: 'ready', value }) }
}
