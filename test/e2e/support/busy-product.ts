import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeCatalogue } from '../../server/support/package-fixture.js'
import { openProduct, type Product } from './open-product.js'

/** Each is played less than any sample drama. */
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
