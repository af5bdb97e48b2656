import { atom, type ReadableAtom } from 'nanostores'
import { BusinessError, RequestError } from '../request/request-error.js'

/** Why something could not be shown, in the viewer's terms. */
export type Failure = 'offline' | 'timeout' | 'unavailable' | 'busy' | 'maintenance' | 'tooMany' | 'server'

/** Something that comes from the server. */
export type Loadable<Value> =
  | { state: 'loading' }
  | { state: 'ready'; value: Value }
  | { state: 'failed'; failure: Failure }

const failures: Record<number, Failure> = { 4204: 'unavailable', 4502: 'tooMany', 5000: 'busy', 5001: 'maintenance' }

export function toFailure(error: unknown): Failure {
  if (error instanceof RequestError && error.kind === 'network') return 'offline'
  if (error instanceof RequestError && error.kind === 'timeout') return 'timeout'
  if (error instanceof RequestError || error instanceof BusinessError) return failures[error.code ?? 0] ?? 'server'
  return 'server'
}

export interface Loader<Value> {
  $loadable: ReadableAtom<Loadable<Value>>
  /** Asks again; what is on screen stays until the answer is there, a failure shows the loading state first. */
  reload(): Promise<void>
  /** Asks again; what is on screen stays whatever comes of it. Rejects when the answer does not come. */
  refresh(): Promise<void>
  set(value: Value): void
}

/** Starts at once; an answer that a newer question has overtaken is dropped. */
export function createLoader<Value>(load: () => Promise<Value>): Loader<Value> {
  const $loadable = atom<Loadable<Value>>({ state: 'loading' })
  let latest = 0
  async function loadLatest() {
    const mine = ++latest
    if ($loadable.get().state === 'failed') $loadable.set({ state: 'loading' })
    try {
      const value = await load()
      if (mine === latest) $loadable.set({ state: 'ready', value })
    } catch (error) {
      // The session has ended: the page is about to give way to the entry page, and waits as it is.
      if (mine === latest && !(error instanceof RequestError && error.kind === 'session')) throw error
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
