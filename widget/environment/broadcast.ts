import type { Environment } from '../../src/core/environment.js'

/** The question whether an app uses the storage of the origin, and the answer that it does. */
export const IS_STORAGE_USED = 'who-keeps'
export const STORAGE_IS_USED = 'i-keep'

/**
 * One channel for all apps of the origin that may use its storage; where the browser has none, every app is alone. Who
 * may not (`isAllowed`) shares nothing with the others.
 */
export function createBroadcast(signal: AbortSignal, isAllowed: () => boolean): Environment['broadcast'] {
  const channel = openChannel()
  signal.addEventListener('abort', () => channel?.close())
  const post = (message: unknown) => !signal.aborted && isAllowed() && channel?.postMessage(message)
  // Without an end of its own it ends with the channel.
  const listen: Environment['broadcast']['listen'] = (listener, ending) =>
    channel?.addEventListener('message', ({ data }) => isAllowed() && listener(data), { signal: ending })
  listen(message => message === IS_STORAGE_USED && post(STORAGE_IS_USED))
  return { post, listen }
}

/** One of our own; browsers that block storage may refuse it. */
export function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('drama-app')
  } catch {
    return undefined
  }
}
