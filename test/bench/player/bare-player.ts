// Reference for the measurements: a page with one `<video>` that already has the signed url of its stream.
import Hls, { type HlsConfig } from 'hls.js/light'

export type BarePlayer = (stream: string, position: number) => void

/** The widget also starts in the lowest level, without a worker. */
const startConfig: Partial<HlsConfig> = { startLevel: 0 }
/** As the widget's engine: it measures no bandwidth with a test segment, and needs no more pixels than the player has. */
const tunedConfig: Partial<HlsConfig> = {
  ...startConfig,
  testBandwidth: false,
  capLevelToPlayerSize: true,
  maxMaxBufferLength: 30
}

const video = document.querySelector('video')
const { stream, waits, way, worker, position = 0 } = document.body.dataset
let hls: Hls | undefined

const load: BarePlayer = (address, startPosition) => {
  if (!video) return
  hls?.destroy()
  hls = new Hls({
    ...(way === 'tuned' ? tunedConfig : startConfig),
    startPosition,
    enableWorker: way === 'worker',
    workerPath: worker && createBlobWorker(worker)
  })
  hls.loadSource(address)
  hls.attachMedia(video)
}
Reflect.set(window, Symbol.for('bare'), load)

if (video && stream) {
  if (way === 'native' || way === 'mp4') video.src = stream
  else load(stream, Number(position))
  if (waits === undefined) void video.play()
}

/** A page cannot start a worker from another origin, so a blob worker imports it. */
function createBlobWorker(address: string): string {
  return URL.createObjectURL(new Blob([`importScripts(${JSON.stringify(address)})`], { type: 'text/javascript' }))
}
