import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromiumLaunch } from '../support/chromium.mjs'
import { openProduct } from './support/open-product.js'

/**
 * Unpacks the browser once, because several test files would do it at the same time. Prepares the data folder that
 * products start with, and starts the product that most files share.
 */
export default async function setup() {
  await chromiumLaunch()
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-begun-'))
  const product = await openProduct({ DATA_DIR: folder })
  await product.stop()
  process.env.BEGUN_DATA_DIR = folder
  const shared = await openProduct()
  process.env.SHARED_PRODUCT_ORIGIN = shared.origin
  return async () => {
    await shared.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
