import { openDatabase } from './db/open.js'
import { drainOnSignal } from './drain.js'
import { systemClock } from './lib/clock.js'
import { createLog } from './lib/log.js'
import { step } from './lib/start-line.js'
import { portOf } from './listen.js'
import { startRescan } from './modules/catalogue/rescan.js'
import { startExpiry } from './modules/ledger/expiry-job.js'
import { describeScan, failStart, openCatalogue, openServer, readSettings } from './start.js'

try {
  const config = readSettings()
  const log = createLog(config.logLevel)
  const lifecycle = { isDraining: false }
  const database = await step(
    'database',
    () => openDatabase(config, log),
    opened => opened.label
  )
  const { library, loader } = openCatalogue(config, database)
  await step('catalogue', () => loader.scan(), describeScan)
  const parts = { config, log, database, library, lifecycle }
  const server = await step(
    'server',
    () => openServer(parts),
    opened => `port ${portOf(opened)}`
  )
  const stopRescan = startRescan(loader, log)
  const stopExpiry = startExpiry({ db: database.db, clock: systemClock, log })
  drainOnSignal(server, lifecycle, async () => {
    await Promise.all([stopRescan(), stopExpiry()])
    await database.close()
  })
  const origin = config.publicUrl ?? `http://localhost:${portOf(server)}`
  console.log(`✓ ready in ${Math.round(process.uptime() * 1000)} ms`)
  const places = { site: '/', 'host page': '/host/', partners: '/partners/', bundle: '/drama-app.js' }
  for (const [name, path] of Object.entries(places)) console.log(`  ${name.padEnd(10)} ${origin}${path}`)
} catch (error) {
  failStart(error)
}
