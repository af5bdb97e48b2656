import { type Log, loggedError } from '../../lib/log.js'
import type { CatalogueLoader } from './loader.js'

const RESCAN_MS = 5000

/** Looks for new packages every 5 s, one scan at a time; gives the function that stops it. */
export function startRescan(loader: CatalogueLoader, log: Log): () => Promise<void> {
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const plan = () => {
    timer = setTimeout(() => {
      running = rescan(loader, log).then(() => {
        if (!isStopped) plan()
      })
    }, RESCAN_MS)
    timer.unref()
  }
  plan()
  return () => {
    isStopped = true
    clearTimeout(timer)
    return running
  }
}

async function rescan(loader: CatalogueLoader, log: Log): Promise<void> {
  try {
    const { dramas, episodes, broken } = await loader.scan()
    for (const line of broken) log.warn(`catalogue: skipped ${line}`)
    if (dramas > 0) log.info(`catalogue: ${dramas} dramas, ${episodes} episodes loaded`)
  } catch (error) {
    log.warn({ error: loggedError(error) }, 'catalogue: scan failed')
  }
}
