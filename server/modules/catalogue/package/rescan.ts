import { repeat } from '../../../lib/background-job.js'
import { type Log, loggedError } from '../../../lib/log.js'
import type { CatalogueLoader } from './package-loader.js'

const RESCAN_MS = 5000

/** Looks for new packages every 5 s, one scan at a time; gives the function that stops it. */
export const startRescan = (loader: CatalogueLoader, log: Log) => repeat(() => rescan(loader, log), RESCAN_MS)

async function rescan(loader: CatalogueLoader, log: Log): Promise<void> {
  try {
    const { dramas, episodes, broken } = await loader.scan()
    for (const line of broken) log.warn(`catalogue: skipped ${line}`)
    if (dramas > 0) log.info(`catalogue: ${dramas} dramas, ${episodes} episodes loaded`)
  } catch (error) {
    log.warn({ error: loggedError(error) }, 'catalogue: scan failed')
  }
}
