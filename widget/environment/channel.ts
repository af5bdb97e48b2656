export const IS_STORAGE_USED = 'who-keeps'
export const STORAGE_IS_USED = 'i-keep'

/** Undefined in browsers that block storage: their constructor may throw. */
export function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('drama-app')
  } catch {
    return undefined
  }
}

export function openAnsweringChannel(isAllowed: () => boolean, signal: AbortSignal): BroadcastChannel | undefined {
  const channel = openChannel()
  signal.addEventListener('abort', () => channel?.close())
  channel?.addEventListener(
    'message',
    ({ data }) => data === IS_STORAGE_USED && isAllowed() && channel.postMessage(STORAGE_IS_USED)
  )
  return channel
}
