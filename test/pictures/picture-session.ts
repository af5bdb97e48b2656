import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../e2e/support/browser.js'
import { openProduct } from '../e2e/support/open-product.js'
import { createViewer, type Post, type ViewerState, watchDramas } from '../e2e/support/watched-viewer.js'
import type { ViewerKind } from './scenario.js'

export interface PictureSession {
  readonly origin: string
  readonly browser: Browser
  /** A viewer with a state of its own, because a motion may spend or claim. */
  createViewerState(viewer: ViewerKind): Promise<ViewerState | undefined>
  stop(): Promise<void>
}

export async function openPictureSession(): Promise<PictureSession> {
  const product = await openProduct()
  const browser = await openBrowser()
  const { origin } = product
  return {
    origin,
    browser,
    async createViewerState(viewer) {
      if (viewer === 'new') return undefined
      return createViewer(browser, origin, async post => {
        await watchDramas(post)
        if (viewer === 'funded') await buyCoins(post)
      })
    },
    async stop() {
      await browser.close()
      await product.stop()
    }
  }
}

const PRODUCT_ID = 'p_brl_600'

async function buyCoins(post: Post) {
  const { pay } = await post<{ pay: { url: string } }>('/store/order', {
    data: { lang: 'pt', product_id: PRODUCT_ID, provider: 'sandbox' },
    headers: { 'Idempotency-Key': randomUUID() }
  })
  const answer = await fetch(pay.url, { method: 'POST', body: new URLSearchParams({ decision: 'approve' }) })
  if (!answer.ok) throw new Error(`the sandbox payment answered ${answer.status}`)
}
