import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserPage } from '../engines/engine.js'

/** `npm run test:browsers -- --pictures <folder>` sets it. */
const { BROWSER_PICTURES: folder } = process.env

/** Keeps a picture for people to look at, if the run has a folder for them. */
export async function takePicture(page: BrowserPage, name: string): Promise<void> {
  if (folder) keep(page, `${name}.png`, await page.screenshot())
}

/** Prints the page, and keeps the paper if the run has a folder for pictures. */
export async function printPage(page: BrowserPage, name: string): Promise<Uint8Array> {
  const paper = await page.print()
  if (folder) keep(page, `${name}.pdf`, paper)
  return paper
}

function keep({ engine }: BrowserPage, name: string, content: Uint8Array): void {
  const target = path.join(folder ?? '', engine)
  mkdirSync(target, { recursive: true })
  writeFileSync(path.join(target, name), content)
}
