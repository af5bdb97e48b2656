import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { ViewerState } from '../e2e/support/watched-viewer.js'
import { makeContactSheet } from './contact-sheet.js'
import { openPage, type PictureSize } from './open-page.js'
import type { PictureSession } from './picture-session.js'
import type { MotionScenario } from './scenario.js'
import { pause, settle } from './waiting.js'

export const FRAME_INTERVAL_MS = 50
/** The first picture of a recording comes before the motion. */
const LEAD_MS = 150

export interface RecordedFrame {
  /** Since the first frame. */
  readonly ms: number
  readonly picture: Buffer
}

interface Setting {
  readonly size: PictureSize
  readonly language: string
  readonly state: ViewerState | undefined
  readonly folder: string
}

/** Writes numbered frames and a contact sheet. Returns the number of frames. */
export async function recordMotion(session: PictureSession, motion: MotionScenario, setting: Setting): Promise<number> {
  const { page, context, countPending } = await openPage(session, motion, setting)
  try {
    if (!motion.isPlaying) await settle(page, countPending)
    const recording = await startRecording(page)
    await pause(LEAD_MS)
    await motion.act(page)
    await pause(motion.restMs)
    const frames = sampleFrames(await recording.stop(), FRAME_INTERVAL_MS)
    await writeFrames(frames, motion.name, setting.folder)
    return frames.length
  } finally {
    await context.close()
  }
}

async function startRecording(page: Page) {
  const session = await page.context().newCDPSession(page)
  const shots: RecordedFrame[] = []
  let first: number | undefined
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const seconds = metadata.timestamp ?? Date.now() / 1000
    first ??= seconds
    shots.push({ ms: (seconds - first) * 1000, picture: Buffer.from(data, 'base64') })
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 85, everyNthFrame: 1 })
  return {
    async stop() {
      await session.send('Page.stopScreencast')
      return shots
    }
  }
}

/** One frame per interval: the newest that was on screen at that time, because Chromium sends only what changes. */
export function sampleFrames(shots: readonly RecordedFrame[], intervalMs: number): RecordedFrame[] {
  const last = shots.at(-1)?.ms ?? -1
  const frames: RecordedFrame[] = []
  for (let ms = 0; ms < last + intervalMs; ms += intervalMs) {
    const shot = shots.findLast(one => one.ms <= ms)
    if (shot) frames.push({ ms, picture: shot.picture })
  }
  return frames
}

async function writeFrames(frames: readonly RecordedFrame[], name: string, folder: string) {
  const own = path.join(folder, name)
  await mkdir(own, { recursive: true })
  for (const [index, { picture }] of frames.entries()) {
    const png = await sharp(picture).png().toBuffer()
    await writeFile(path.join(own, `${String(index).padStart(3, '0')}.png`), png)
  }
  await writeFile(path.join(folder, `${name}.png`), await makeContactSheet(frames))
}
