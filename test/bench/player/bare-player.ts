// Reference for the measurements: a page with one `<video>` that already has the signed url of its stream.
import Hls from 'hls.js/light'

const video = document.querySelector('video')
const { stream, waits, way, worker } = document.body.dataset
if (video && stream) {
  if (way === 'native') video.src = stream
  else {
    // The widget also starts in the lowest level, without a worker.
    const hls = new Hls({
      startLevel: 0,
      enableWorker: way === 'worker',
      workerPath: worker && createBlobWorker(worker)
    })
    hls.loadSource(stream)
    hls.attachMedia(video)
  }
  if (waits === undefined) void video.play()
}

/** A page cannot start a worker from another origin, so a blob worker imports it. */
function createBlobWorker(address: string): string {
  return URL.createObjectURL(new Blob([`importScripts(${JSON.stringify(address)})`], { type: 'text/javascript' }))
}
