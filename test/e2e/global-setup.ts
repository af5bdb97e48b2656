import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromiumLaunch } from '../support/chromium.mjs'
import { openProduct } from './support/open-product.js'

/**
 * The browser is unpacked once, before several files ask for it at the same time; and a first start is made once, whose
 * data folder the products of all files begin with.
 */
export default async function setup() {
  await chromiumLaunch()
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-begun-'))
  const product = await openProduct({ DATA_DIR: folder })
  await product.stop()
  process.env.BEGUN_DATA_DIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
