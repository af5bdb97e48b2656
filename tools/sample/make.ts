// `npx tsx tools/sample/make.ts [slug …] [--episodes N] [--out DIR]` draws, films and packages the sample catalogue,
// all dramas without a slug. Needs ffmpeg and Chromium.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ingest } from '../ingest/ingest.js'
import { readOptions } from '../ingest/options.js'
import { createTextProgress } from '../ingest/progress.js'
import { readDramas, readLabels } from './drama-file.js'
import { DrawingBrowser } from './drawing-browser.js'
import { makeSource } from './film.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, episodes: { type: 'string' } }
})
const out = values.out ?? fileURLToPath(new URL('../../sample/catalogue', import.meta.url))
const maxEpisodes = Number(values.episodes ?? 255)
const ingestOptions = { stable: true, 'audio-kbps': '20', mono: true, out }

const labels = await readLabels()
const dramas = (await readDramas()).filter(drama => positionals.length === 0 || positionals.includes(drama.slug))
const scratch = await mkdtemp(join(tmpdir(), 'drama-sample-'))
const controller = new AbortController()
const browser = await DrawingBrowser.open()
process.once('SIGINT', () => {
  controller.abort()
  browser.close().catch(() => {})
})
try {
  for (const drama of dramas) {
    const folder = join(scratch, drama.slug)
    const start = performance.now()
    await makeSource(browser, { ...drama, episodes: Math.min(drama.episodes, maxEpisodes) }, labels, folder)
    console.log(`${drama.slug}: drawn and filmed in ${((performance.now() - start) / 1000).toFixed(0)} s`)
    await ingest(
      readOptions(folder, { ...ingestOptions, qp: String(drama.qp) }, process.env),
      controller.signal,
      createTextProgress(line => console.log(line))
    )
    await rm(folder, { recursive: true })
  }
} finally {
  await browser.close()
  await rm(scratch, { recursive: true, force: true })
}
