// Counts frames that were decoded but not shown while fast start hands the stream over to hls.js.
import type { Page } from 'playwright-core'
import { withPage } from '../support/page-load.js'
import type { Stage } from '../support/product.js'

/** Includes the handover to hls.js, which comes with the second segment. */
const WATCHED_S = 8

export interface Frames {
  dropped: number
  total: number
}

/** Without CPU throttling, which drops frames by itself. */
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
    [video, WATCHED_S] as const,
    { polling: 200 }
  )
  return page.evaluate(shown => {
    const { droppedVideoFrames, totalVideoFrames } = (shown as HTMLVideoElement).getVideoPlaybackQuality()
    return { dropped: droppedVideoFrames, total: totalVideoFrames }
  }, video)
}
