import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { signIn } from '../../server/support/api-client.js'
import { drawChat, sendImage, submit } from '../../server/support/rewards.js'
import { throttlePage } from './throttle-page.js'

const AT_ONCE = 3
/** One picture in six is rejected, with the first reason. */
const REJECTED = 6
const SEED = 40_000
/** Drawn by chance, a picture may look like one before. */
const LIKE_ANOTHER = 4406

/** Screenshots of chats, each of a new viewer. */
export async function handInPictures(origin: string, count: number): Promise<void> {
  const server = {
    fetch: (url: string | URL | Request, init?: RequestInit) => fetch(new URL(String(url), origin), init)
  }
  let seed = SEED
  const handIn = async () => {
    const viewer = await signIn(server)
    const { data } = await sendImage(server, viewer.token, await drawChat(seed++))
    const { code } = await submit(viewer, 'whatsapp', { image_id: data.image_id })
    if (code !== 200 && code !== LIKE_ANOTHER) throw new Error(`the screenshot was refused with ${code}`)
    return code === 200
  }
  for (let accepted = 0; accepted < count; ) {
    const results = await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - accepted) }, handIn))
    accepted += results.filter(isAccepted => isAccepted).length
  }
}

/** Decides all by keyboard. Returns how long the reviewer waited for each next picture, in ms. */
export async function reviewByKeyboard(
  browser: Browser,
  {
    origin,
    storageState,
    count
  }: { origin: string; storageState: BrowserContextOptions['storageState']; count: number }
): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState, locale: 'pt-BR' })
  const page = await context.newPage()
  await throttlePage(page)
  try {
    await page.goto(`${origin}/console/reviews`)
    let shown = await waitForPicture(page, '')
    const waits: number[] = []
    for (let no = 1; no < count; no++) {
      const startedAt = performance.now()
      await page.keyboard.press(no % REJECTED === 0 ? 'r' : 'a')
      if (no % REJECTED === 0) {
        await page.getByRole('dialog').waitFor()
        await page.keyboard.press('1')
      }
      shown = await waitForPicture(page, shown)
      waits.push(performance.now() - startedAt)
    }
    return waits
  } finally {
    await context.close()
  }
}

/** The address of the picture that is drawn whole, and is not `before`. */
async function waitForPicture(page: Page, before: string): Promise<string> {
  const handle = await page.waitForFunction(
    last => {
      const picture = [...document.querySelectorAll<HTMLImageElement>('main img[alt="Imagem do envio"]')].find(
        image => image.offsetParent !== null
      )
      return picture !== undefined && picture.naturalWidth > 0 && picture.src !== last ? picture.src : null
    },
    before,
    { polling: 'raf' }
  )
  return String(await handle.jsonValue())
}
