export const STORAGE_USE_QUESTION = 'who-keeps'
export const STORAGE_USE_ANSWER = 'i-keep'

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
    ({ data }) => data === STORAGE_USE_QUESTION && isAllowed() && channel.postMessage(STORAGE_USE_ANSWER)
  )
  return channel
}
