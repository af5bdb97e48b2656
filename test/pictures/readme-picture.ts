import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { openPage, toSize } from './open-page.js'
import type { PictureSession } from './picture-session.js'
import type { ScreenScenario } from './scenario.js'
import { settle } from './waiting.js'

/** The image of README.md, with these screens from left to right. */
const FILE = 'docs/screens.webp'
const SCREENS = ['home-ready', 'player-playing', 'store']

const PHONE_WIDTH_PX = 375
const PIXEL_RATIO = 1.5
const GAP_PX = 36
const BACKGROUND = '#e8e8ee'
const MAX_QUALITY = 82

export async function writeReadmePicture(session: PictureSession, screens: readonly ScreenScenario[]): Promise<string> {
  const pictures: Buffer[] = []
  for (const name of SCREENS) {
    const screen = screens.find(one => one.name === name)
    if (!screen) throw new Error(`no scenario has the screen '${name}'`)
    const setting = {
      size: toSize(PHONE_WIDTH_PX),
      language: 'pt',
      state: undefined,
      deviceScaleFactor: PIXEL_RATIO
    }
    const { page, context, countPending } = await openPage(session, screen, setting)
    await settle(page, countPending)
    pictures.push(await page.screenshot())
    await context.close()
  }
  const { width = 0, height = 0 } = await sharp(pictures[0]).metadata()
  const size = { width: pictures.length * (width + GAP_PX) + GAP_PX, height: height + 2 * GAP_PX }
  const image = sharp({ create: { ...size, channels: 3, background: BACKGROUND } }).composite(
    pictures.map((input, index) => ({ input, left: GAP_PX + index * (width + GAP_PX), top: GAP_PX }))
  )
  await writeFile(FILE, await image.webp({ quality: MAX_QUALITY }).toBuffer())
  return FILE
}
