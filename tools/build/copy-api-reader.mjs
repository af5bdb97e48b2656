import { copyFile, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The script of the page `/docs/api`. Its package holds it in one file, without the hundreds it is made from. */
export async function copyApiReader(folder) {
  const entry = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')
  await mkdir(folder, { recursive: true })
  await copyFile(path.join(path.dirname(entry), 'js/standalone.js'), path.join(folder, 'scalar.js'))
}
