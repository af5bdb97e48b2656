// Counts bytes as they arrive in the browser, because a server sends further ahead than an emulated network.
import type { CDPSession } from 'playwright-core'

const STREAM = /\/m\/|\.mp4$/

/** Bytes of streams, their playlists included, up to `time` (ms since navigation start). */
export type CountReceived = (time: number) => number

export function watchReceivedBytes(session: CDPSession): CountReceived {
  const arrivals: { time: number; bytes: number }[] = []
  const streams = new Set<string>()
  let start: number | undefined
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (type === 'Document') start ??= timestamp
    if (STREAM.test(request.url)) streams.add(requestId)
  })
  session.on('Network.dataReceived', ({ requestId, timestamp, dataLength }) => {
    if (streams.has(requestId)) arrivals.push({ time: (timestamp - (start ?? timestamp)) * 1000, bytes: dataLength })
  })
  return time => arrivals.reduce((sum, arrival) => (arrival.time <= time ? sum + arrival.bytes : sum), 0)
}
