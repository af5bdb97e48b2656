import type { Environment } from '../../src/core/environment.js'

export function createBroadcast(
  channel: BroadcastChannel | undefined,
  isAllowed: () => boolean,
  signal: AbortSignal
): Environment['broadcast'] {
  return {
    post: message => !signal.aborted && isAllowed() && channel?.postMessage(message),
    listen: (listener, listenerSignal) =>
      channel?.addEventListener('message', ({ data }) => isAllowed() && listener(data), { signal: listenerSignal })
  }
}
