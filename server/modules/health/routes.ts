import { access } from 'node:fs/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import { hasAllMigrations } from '../../db/migrate.js'
import type { HonoApp } from '../../http/app-environment.js'
import { describePlainRoute, type PlainRouteDocs } from '../../http/route-docs.js'
import type { ServerLifecycle } from '../../http/server-lifecycle.js'
import type { Services } from '../../services.js'

type CheckName = 'database' | 'migrations' | 'media'
type CheckResults = Record<CheckName, 'ok' | 'failed'>

/** Below the 3 s after which load balancers give up by default. */
const CHECK_TIMEOUT_MS = 2000
/** Many probes share one result, because a bucket charges for each request. */
const RESULT_LIFETIME_MS = 1000

/**
 * `/livez`: the process responds. `/readyz` and `/healthz`: database, migrations and media store do, too; 503 with the
 * failed checks if not. A clock that is not trusted is named, and fails nothing. While draining the server is not ready, so that load balancers send no new requests.
 */
export function registerHealth(app: HonoApp, services: Services, lifecycle: ServerLifecycle): void {
  const readResults = createSharedChecks(services)
  app.get(
    '/livez',
    describePlainRoute(livezDocs, context => context.json({ alive: true }))
  )
  for (const path of ['/readyz', '/healthz']) {
    const answer = async (context: Context) => {
      const checks = await readResults()
      const isReady = !lifecycle.isDraining && Object.values(checks).every(result => result === 'ok')
      const clock = services.isClockTrusted() ? 'trusted' : 'untrusted'
      return context.json({ ready: isReady, draining: lifecycle.isDraining, clock, checks }, isReady ? 200 : 503)
    }
    app.get(path, describePlainRoute(readyzDocs, answer))
  }
}

const livezDocs: PlainRouteDocs = {
  tag: 'Health',
  description: 'Responds while the process does.',
  answers: {
    200: {
      description: 'The process responds.',
      bodies: [{ type: 'application/json', schema: z.object({ alive: z.literal(true) }) }]
    }
  }
}

const checkResult = z.enum(['ok', 'failed'])
const readiness = z.object({
  ready: z.boolean(),
  draining: z.boolean(),
  clock: z.enum(['trusted', 'untrusted']),
  checks: z.object({ database: checkResult, migrations: checkResult, media: checkResult })
})

const readyzDocs: PlainRouteDocs = {
  tag: 'Health',
  description: 'Says whether database, migrations and media store respond. One result holds for a second.',
  answers: {
    200: { description: 'All of them respond.', bodies: [{ type: 'application/json', schema: readiness }] },
    503: {
      description: 'One of them does not respond, or the server drains.',
      bodies: [{ type: 'application/json', schema: readiness }]
    }
  }
}

function createSharedChecks(services: Services): () => Promise<CheckResults> {
  let shared: { results: Promise<CheckResults>; at: number } | undefined
  return () => {
    const now = services.clock.now()
    if (!shared || now - shared.at >= RESULT_LIFETIME_MS) shared = { results: runChecks(services), at: now }
    return shared.results
  }
}

async function runChecks({ db, media, config, assets }: Services): Promise<CheckResults> {
  const [database, migrations, store] = await Promise.all([
    toResult(db.selectNoFrom(({ lit }) => lit(1).as('one')).execute()),
    toResult(
      hasAllMigrations(db).then(isComplete => isComplete || Promise.reject(new Error('migrations are missing')))
    ),
    toResult(
      config.mediaBucket === null ? Promise.all(assets.packageRoots().map(root => access(root))) : media.checkBucket()
    )
  ])
  return { database, migrations, media: store }
}

async function toResult(check: Promise<unknown>): Promise<'ok' | 'failed'> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'failed'>(resolve => {
    timer = setTimeout(resolve, CHECK_TIMEOUT_MS, 'failed')
  })
  const result = check.then(
    () => 'ok' as const,
    () => 'failed' as const
  )
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer))
}
