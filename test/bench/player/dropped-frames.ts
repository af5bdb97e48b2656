// Frames that were decoded and not shown while an episode begins: the widget hands its element over to hls.js meanwhile.
import type { Page } from 'playwright-core'
import { withPage } from '../support/page-load.js'
import type { Stage } from '../support/product.js'

/** Seconds of the episode; the hand-over comes with the second segment. */
const WATCHED = 8

/** Frames of the first seconds, as the browser counts them. */
export interface Frames {
  dropped: number
  total: number
}

/** At the machine's own speed: what is throttled drops frames by itself. */
export async function measureDroppedFrames(
  stage: Stage,
  { watcher, rounds }: { watcher: string; rounds: number }
): Promise<Record<'widget' | 'bare', Frames>[]> {
  const results: Record<'widget' | 'bare', Frames>[] = []
  for (let round = 0; round < rounds; round++) {
    const widget = await withPage({ watcher }, page =>
      watch(page, stage.pages.play, 'drama-app >> [data-offset="0"] video')
    )
    const bare = await stage.openBarePage()
    results.push({
      widget,
      bare: await withPage({ watcher }, page => watch(page, bare.address, 'video')).finally(bare.stop)
    })
  }
  return results
}

async function watch(page: Page, address: string, selector: string): Promise<Frames> {
  await page.goto(address)
  const video = await page.locator(selector).elementHandle()
  await page.waitForFunction(
    ([shown, seconds]) => (shown as HTMLVideoElement).currentTime > (seconds as number),
    [video, WATCHED] as const,
    { polling: 200 }
  )
  return page.evaluate(shown => {
    const { droppedVideoFrames, totalVideoFrames } = (shown as HTMLVideoElement).getVideoPlaybackQuality()
    return { dropped: droppedVideoFrames, total: totalVideoFrames }
  }, video)
}
