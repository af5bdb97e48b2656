// The page to be measured against: hls.js light and one <video>, with the signed address of the stream at hand.
import Hls from 'hls.js/light'

const video = document.querySelector('video')
const { stream, waits } = document.body.dataset
if (video && stream) {
  // The widget starts on the same rendition.
  const hls = new Hls({ startLevel: 0 })
  hls.loadSource(stream)
  hls.attachMedia(video)
  if (waits === undefined) void video.play()
}
