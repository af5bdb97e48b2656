// Reads the episode on screen from the pixels: every sample episode shows its number in the first two seconds.
import { readFile } from 'node:fs/promises'
import { transform } from 'esbuild'
import type { Page } from 'playwright-core'

/** `time` is in seconds of the episode. */
export interface PresentedFrame {
  drama: number
  episode: number
  time: number
  isMuted: boolean
}

export async function recordPresentedFrames(page: Page): Promise<void> {
  const source = await readFile('tools/sample/first-frame-code.ts', 'utf8')
  const { code } = await transform(source, { loader: 'ts', format: 'iife', globalName: 'strip' })
  await page.evaluate(`(() => { ${code}; (${watch})(strip.decode) })()`)
}

export function readPresentedFrames(page: Page): Promise<PresentedFrame[]> {
  return page.evaluate(
    () => (document.querySelector('drama-app') as unknown as { frames?: PresentedFrame[] })?.frames ?? []
  )
}

/** Runs in the page. */
function watch(
  decode: (pixels: Uint8ClampedArray, width: number, height: number) => { drama: number; episode: number } | null
) {
  const element = document.querySelector('drama-app') as HTMLElement & { frames: PresentedFrame[] }
  const watched = new WeakSet<HTMLVideoElement>()
  const canvas = document.createElement('canvas')
  canvas.width = 144
  canvas.height = 256
  const context = canvas.getContext('2d', { willReadFrequently: true })
  element.frames = []
  const record = (video: HTMLVideoElement, time: number) => {
    context?.drawImage(video, 0, 0, canvas.width, canvas.height)
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data
    const seen = pixels && decode(pixels, canvas.width, canvas.height)
    // Of the three video slots of the player, the one with offset 0 is on screen. Discover has one video.
    const isOnScreen = video.isConnected && (video.parentElement?.dataset.offset ?? '0') === '0'
    if (seen && isOnScreen) element.frames.push({ ...seen, time, isMuted: video.muted })
  }
  const follow = (video: HTMLVideoElement) =>
    video.requestVideoFrameCallback((_now, { mediaTime }) => {
      record(video, mediaTime)
      follow(video)
    })
  const observeVideos = () => {
    for (const video of element.shadowRoot?.querySelectorAll('video') ?? []) {
      if (!watched.has(video)) follow(video)
      watched.add(video)
    }
    requestAnimationFrame(observeVideos)
  }
  observeVideos()
}
