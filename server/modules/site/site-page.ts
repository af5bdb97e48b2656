import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findStaticFile } from './static-file.js'

export const NO_CACHE = 'no-cache'
/** Prevents clickjacking, because viewers spend coins on these pages. */
export const PAGE_CONTENT_SECURITY_POLICY = "frame-ancestors 'self'; base-uri 'none'; object-src 'none'"

export async function readSitePage(distDir: string): Promise<string | null> {
  const page = await findStaticFile(join(distDir, 'site'), '/index.html', '')
  return page && readFile(page.path, 'utf8')
}
