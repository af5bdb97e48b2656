// The page to be measured against: one <video>, with the signed address of the stream at hand, and a way to play it.
import Hls from 'hls.js/light'

const video = document.querySelector('video')
const { stream, waits, way, worker } = document.body.dataset
if (video && stream) {
  if (way === 'native') video.src = stream
  else {
    // The widget starts on the same rendition, and without a worker.
    const hls = new Hls({ startLevel: 0, enableWorker: way === 'worker', workerPath: worker && inBlob(worker) })
    hls.loadSource(stream)
    hls.attachMedia(video)
  }
  if (waits === undefined) void video.play()
}

/** A page may not run a worker from another origin: one of its own fetches it. */
function inBlob(address: string): string {
  return URL.createObjectURL(new Blob([`importScripts(${JSON.stringify(address)})`], { type: 'text/javascript' }))
}
