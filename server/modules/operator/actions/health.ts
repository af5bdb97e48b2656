import { z } from 'zod'
import { readServerHealth } from '../../health/server-health.js'
import { defineOperatorAction } from '../operator-action.js'

const healthRequest = z.object({})

const count = z.number().int()
const time = z.date().nullable()

const healthResponse = z.object({
  server: z.object({
    host: z.string(),
    pid: count,
    version: z.string(),
    node: z.string(),
    started_at: z.date(),
    memory_bytes: count
  }),
  servers: z.array(
    z.object({
      id: z.string(),
      host: z.string(),
      pid: count,
      version: z.string(),
      started_at: z.date(),
      seen_at: z.date(),
      memory_bytes: count,
      database_waiting: count,
      failed_jobs: count,
      is_other_version: z.boolean(),
      is_missing: z.boolean()
    })
  ),
  clock: z.object({ is_trusted: z.boolean() }),
  database: z.object({
    kind: z.enum(['pglite', 'postgres']),
    version: z.string().nullable(),
    bytes: count.nullable(),
    connections: z.object({ total: count, idle: count, max: count, waiting: count }).nullable(),
    last_migration: z.string().nullable(),
    has_all_migrations: z.boolean()
  }),
  replicas: z.object({ configured: count, usable: count, reads: count, failures: count }),
  disk: z.object({ free_bytes: count.nullable(), is_low: z.boolean() }),
  media: z.object({ store: z.enum(['folder', 'bucket']), is_reachable: z.boolean() }),
  providers: z.object({
    mail: z.enum(['smtp', 'demo', 'none']),
    payments: z.array(z.string()),
    telegram: z.boolean(),
    images: z.boolean()
  }),
  report_archive: z.object({
    mode: z.enum(['off', 'write', 'read']),
    files: count,
    bytes: count,
    last_file_at: time
  }),
  queues: z.array(z.object({ name: z.string(), depth: count, overdue_s: count, is_cut: z.boolean() })),
  jobs: z.array(
    z.object({
      name: z.string(),
      last_run_at: time,
      last_run_ms: count.nullable(),
      last_failure_at: time,
      last_failure: z.string().nullable(),
      failures: count
    })
  ),
  backup: z.object({ started_at: z.date(), operator: z.string(), is_done: z.boolean().nullable() }).nullable()
})

export const showHealthAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/health',
  roles: ['editor', 'support', 'analyst'],
  description:
    'Describes the servers on the database, the one that answers, its jobs, the database, queues, disk and the last backup.',
  request: healthRequest,
  response: healthResponse,
  subject: null,
  run: context => readServerHealth(context)
})
