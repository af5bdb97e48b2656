// The product with the sample dramas and so many others that every list has more than one page.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeCatalogue } from '../../server/support/package-fixture.js'
import { openProduct, type Product } from './open-product.js'

/** The others: all of them less played than any of the sample, with tags of their own. */
const OTHERS = 70

export async function openBusyProduct(): Promise<Product> {
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-busy-'))
  writeCatalogue(
    folder,
    Array.from({ length: OTHERS }, (_, no) => ({
      slug: `busy-${no}`,
      episodes: 2,
      free: 2,
      plays: 100 - no,
      sort: 99,
      isFinished: no % 2 === 0,
      category: `kind-${no % 12}`,
      tags: [`tag-${no % 9}`]
    }))
  )
  const product = await openProduct({ CATALOGUE_DIRS: `${path.resolve('sample/catalogue')},${folder}` })
  return {
    ...product,
    async stop() {
      await product.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
