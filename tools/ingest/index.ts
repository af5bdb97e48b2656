import { IngestFailure, toErrorMessage } from './failure.js'
import { ingest } from './ingest.js'
import { parseOptions } from './options.js'
import { repackPackage } from './repack-package.js'

const controller = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort(name))

try {
  const options = parseOptions(process.argv.slice(2), process.env)
  const log = (line: string) => console.log(line)
  if (options.isRepack) await repackPackage(options.folder, controller.signal, log)
  else await ingest(options, controller.signal, log)
} catch (error) {
  if (controller.signal.aborted) {
    console.error('ingest: stopped; nothing was published')
    process.exitCode = 130
  } else {
    console.error(`ingest: ${toErrorMessage(error)}`)
    if (!(error instanceof IngestFailure) && process.env.DEBUG) console.error(error)
    process.exitCode = 1
  }
}
