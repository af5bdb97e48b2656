// `npm run dev`: serves the product from its sources, and reloads open pages after each change.
import { mkdir, rm } from 'node:fs/promises'
import { envelopeSecret } from '../build/envelope-secret.mjs'
import { startProxy } from './proxy.mjs'
import { createServerProcess } from './server-process.mjs'
import { watchBuilds } from './watch-builds.mjs'

const DIST = 'dist/dev'
const port = Number(process.env.PORT || 8787)

await rm(DIST, { recursive: true, force: true })
// The server checks for it at its start, which may be before the app is built.
await mkdir(`${DIST}/cdn`, { recursive: true })
const server = createServerProcess({
  entry: `${DIST}/server/index.js`,
  env: {
    // A release that is kept would stay in DATA_DIR after each change.
    RELEASES_DIR: `${DIST}/releases`,
    LOG_LEVEL: 'warn',
    PUBLIC_URL: `http://localhost:${port}`,
    ...process.env,
    DIST_DIR: DIST,
    ENVELOPE_SECRET: await envelopeSecret()
  }
})
const proxy = await startProxy({ port, server }).catch(error => {
  console.error(error.code === 'EADDRINUSE' ? `✗ PORT: ${port} is already in use` : `✗ ${error.message}`)
  process.exit(1)
})
const builds = await watchBuilds(DIST, {
  onAppBuilt: () => proxy.reload(),
  onServerBuilt: async packages => {
    if (await server.restart(packages)) proxy.reload()
  },
  onFailed: message => proxy.showError(message)
})
proxy.onHostPage(() => builds.buildHostPage())
console.log(`  ready       http://localhost:${port}/`)

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await Promise.all([builds.close(), server.stop()])
    process.exit(0)
  })
}
