import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromiumLaunch } from '../support/chromium.mjs'
import { openProduct } from './support/open-product.js'
import { serveSharedProducts } from './support/shared-products.js'

/**
 * Unpacks the browser once, because several test files would do it at the same time. Prepares the data folder that
 * products start with.
 */
export default async function setup() {
  await chromiumLaunch()
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-prepared-'))
  const product = await openProduct({ DATA_DIR: folder })
  await product.stop()
  process.env.PREPARED_DATA_DIR = folder
  const stopSharedProducts = await serveSharedProducts()
  return async () => {
    await stopSharedProducts()
    rmSync(folder, { recursive: true, force: true })
  }
}
