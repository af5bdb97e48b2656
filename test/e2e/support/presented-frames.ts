// Reads the episode on screen from the pixels: every sample episode has a mark in its first two seconds.
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
  const source = await readFile('tools/sample/episode-mark.ts', 'utf8')
  const { code } = await transform(source, { loader: 'ts', format: 'iife', globalName: 'mark' })
  await page.evaluate(`(() => { ${code}; (${watch})(mark.readEpisodeMark) })()`)
}

export function readPresentedFrames(page: Page): Promise<PresentedFrame[]> {
  return page.evaluate(
    () => (document.querySelector('drama-app') as unknown as { frames?: PresentedFrame[] })?.frames ?? []
  )
}

/** Runs in the page. */
function watch(readEpisodeMark: (video: HTMLVideoElement) => { drama: number; episode: number } | null) {
  const element = document.querySelector('drama-app') as HTMLElement & { frames: PresentedFrame[] }
  const watched = new WeakSet<HTMLVideoElement>()
  element.frames = []
  const record = (video: HTMLVideoElement, time: number) => {
    const seen = readEpisodeMark(video)
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
