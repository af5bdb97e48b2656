import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { runAxe } from '../e2e/support/axe.js'
import type { ViewerState } from '../e2e/support/watched-viewer.js'
import { type LayoutShift, openPage, type PictureSize } from './open-page.js'
import type { PictureSession } from './picture-session.js'
import type { ScreenScenario } from './scenario.js'
import { settle } from './waiting.js'

export const themes = ['dark', 'light'] as const

export interface CapturedScreen {
  readonly name: string
  readonly width: number
  readonly language: string
  readonly shifts: readonly LayoutShift[]
  /** A text for each element at fault, in both themes. */
  readonly violations: readonly string[]
  /** Why there is no picture. */
  readonly failure?: string
}

interface Setting {
  readonly size: PictureSize
  readonly language: string
  readonly state: ViewerState | undefined
  readonly folder: string
}

export async function captureScreen(
  session: PictureSession,
  screen: ScreenScenario,
  setting: Setting
): Promise<CapturedScreen> {
  const { size, language } = setting
  const captured = { name: screen.name, width: size.width, language }
  try {
    return { ...captured, ...(await takePictures(session, screen, setting)) }
  } catch (error) {
    const failure = String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
    return { ...captured, shifts: [], violations: [], failure }
  }
}

async function takePictures(
  session: PictureSession,
  screen: ScreenScenario,
  { size, language, state, folder }: Setting
) {
  const { page, context, countPending, readShifts } = await openPage(session, screen, { size, language, state })
  try {
    await settle(page, countPending)
    const shifts = await readShifts()
    await mkdir(folder, { recursive: true })
    if (screen.isOutsideApp) {
      await page.screenshot({ path: path.join(folder, `${screen.name}.${language}.${size.width}.png`) })
      return { shifts, violations: [] }
    }
    const violations: string[] = []
    for (const theme of themes) {
      await page.evaluate(name => document.querySelector('drama-app')?.setAttribute('theme', name), theme)
      await settle(page, countPending)
      await page.screenshot({ path: path.join(folder, `${screen.name}.${language}.${size.width}.${theme}.png`) })
      violations.push(...(await runAxe(page)).map(text => `${theme}: ${text}`))
    }
    return { shifts, violations }
  } finally {
    await context.close()
  }
}
