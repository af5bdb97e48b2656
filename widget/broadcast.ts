import type { Environment } from '../src/core/environment.js'

/** One channel for all apps of the origin; where the browser has none, every app is alone. */
export function createBroadcast(signal: AbortSignal): Environment['broadcast'] {
  const channel = openChannel()
  signal.addEventListener('abort', () => channel?.close())
  return {
    post: message => signal.aborted || channel?.postMessage(message),
    listen: listener => channel?.addEventListener('message', ({ data }) => listener(data), { signal })
  }
}

/** Browsers that block storage may refuse it. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('drama-app')
  } catch {
    return undefined
  }
}
