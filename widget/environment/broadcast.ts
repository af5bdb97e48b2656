import type { Environment } from '../../src/core/environment.js'

/** Asks whether an app uses the storage of the origin. */
export const IS_STORAGE_USED = 'who-keeps'
export const STORAGE_IS_USED = 'i-keep'

/** Undefined in browsers that block storage, which may refuse the channel. */
export function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('drama-app')
  } catch {
    return undefined
  }
}

/** Opens the channel of the origin's apps and answers whether the storage is used, also before the app has loaded. */
export function openAnsweringChannel(isAllowed: () => boolean, signal: AbortSignal): BroadcastChannel | undefined {
  const channel = openChannel()
  signal.addEventListener('abort', () => channel?.close())
  channel?.addEventListener(
    'message',
    ({ data }) => data === IS_STORAGE_USED && isAllowed() && channel.postMessage(STORAGE_IS_USED)
  )
  return channel
}

/** Sends and receives only while `isAllowed`. Without a channel every app is alone. */
export function createBroadcast(
  channel: BroadcastChannel | undefined,
  isAllowed: () => boolean,
  signal: AbortSignal
): Environment['broadcast'] {
  return {
    post: message => !signal.aborted && isAllowed() && channel?.postMessage(message),
    // A listener without a signal ends with the channel.
    listen: (listener, ending) =>
      channel?.addEventListener('message', ({ data }) => isAllowed() && listener(data), { signal: ending })
  }
}
