// `npm run sample:activity [-- --seed N]` fills the database of DATA_DIR or DATABASE_URL with what viewers did in the last
// two weeks, unless it has that already. An embedded database must not be open in a server.
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/db/open.js'
import { systemClock } from '../../server/lib/clock.js'
import { createLog } from '../../server/lib/log.js'
import { seedSampleCampaigns } from '../../server/modules/campaign/samples.js'
import { openMedia } from '../../server/modules/media/media-files.js'
import { writeSampleActivity } from '../../server/modules/sample/sample-activity.js'
import { describeSample } from '../../server/modules/sample/start-sample-activity.js'
import { seedProducts } from '../../server/modules/store/products.js'
import { failStart, loadConfig, openCatalogue } from '../../server/process/start.js'

const refusals = {
  production: 'with NODE_ENV=production or Stripe there is no sample activity',
  known: 'the sample activity is there already',
  no_dramas: 'no drama has paid episodes'
} as const

const { values } = parseArgs({ options: { seed: { type: 'string' } } })

try {
  const startedAt = performance.now()
  const config = loadConfig()
  const log = createLog('warn')
  const database = await openDatabase(config, log)
  const now = new Date(systemClock.now())
  try {
    await openCatalogue(config, database, openMedia(config, log), systemClock).loader.scan()
    await seedProducts(database.db, config.currency, now)
    if (config.hasSamples) await seedSampleCampaigns(database.db, config.currency, now)
    const result = await writeSampleActivity({ ...database, config, log, now, seed: Number(values.seed ?? 1) })
    if (result.type === 'written') console.log(describeSample(result, performance.now() - startedAt))
    else {
      console.log(`✗ ${refusals[result.reason]}`)
      process.exitCode = result.reason === 'known' ? 0 : 1
    }
  } finally {
    await database.close()
  }
  process.exit()
} catch (error) {
  failStart(error)
}
