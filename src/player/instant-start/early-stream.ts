import type { EarlyStream } from '../../core/environment.js'

/** Opening takes two turns of the page's event loop, which are spared while the network is waited for. */
export function openStream(): EarlyStream | undefined {
  if (!globalThis.MediaSource || 'ManagedMediaSource' in globalThis) return undefined
  const video = document.createElement('video')
  const mediaSource = new MediaSource()
  const address = URL.createObjectURL(mediaSource)
  video.src = address
  return { video, mediaSource, address }
}
