import type { Context } from 'hono'
import { z } from 'zod'
import type { AppEnvironment, HonoApp } from '../../http/app-environment.js'
import { withDeadline } from '../../http/deadline.js'
import type { RequestContext } from '../../http/request-context.js'
import { sendEnvelope } from '../../http/respond.js'
import { describeError, describePlainRoute, type PlainRouteDocs } from '../../http/route-docs.js'
import type { Services } from '../../services.js'
import { readMergedUserIds } from '../user/queries.js'
import { requireViewer } from '../visitor/session.js'
import type { KeyedHashes } from './keyed-hashes.js'
import { readPersonalData } from './personal-data.js'

export function registerExportRoute(app: HonoApp, services: Services): void {
  const sendExport = async (context: Context<AppEnvironment, '/exports/:ticket/drama.json'>) => {
    const { accountKeys, clock, db, liveness } = services
    const ticket = accountKeys.verifyExport(context.req.param('ticket'))
    const isValid = ticket !== null && ticket.expiresAt > clock.now()
    const ids = isValid ? await withDeadline(findActiveUserIds(services, ticket.userId), liveness) : null
    if (ids === null) {
      const envelope = { code: 403, msg: 'Address not valid', data: null }
      return sendEnvelope(context, envelope, { secret: null, status: 403 })
    }
    return context.body(streamJson(readPersonalData(db, ids), new Date(clock.now())), 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="drama.json"',
      'Cache-Control': 'no-store'
    })
  }
  app.get('/exports/:ticket/drama.json', describePlainRoute(exportDocs, sendExport))
}

const exportDocs: PlainRouteDocs = {
  tag: 'Files',
  description: 'The file of `/user/export`: everything that is stored of a viewer.',
  parameters: { ticket: 'The signature of the url' },
  answers: {
    200: {
      description: 'The file: `exported_at`, and a list of rows for each table.',
      bodies: [{ type: 'application/json', schema: z.looseObject({ exported_at: z.iso.datetime() }) }]
    },
    403: describeError('The address is not valid, or has expired.')
  }
}

async function findActiveUserIds({ db }: Services, userId: string): Promise<string[] | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : readMergedUserIds(db, userId)
}

function streamJson(tables: ReturnType<typeof readPersonalData>, now: Date): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`{"exported_at":${JSON.stringify(now)}`))
    },
    async pull(controller) {
      const { done, value } = await tables.next()
      if (done !== true) {
        controller.enqueue(encoder.encode(`,\n${JSON.stringify(value.name)}:${JSON.stringify(value.rows)}`))
        return
      }
      controller.enqueue(encoder.encode('}\n'))
      controller.close()
    },
    async cancel() {
      await tables.return(undefined)
    }
  })
}

const EXPORT_URL_LIFETIME_MS = 10 * 60_000

export const formatExportPath = (accountKeys: KeyedHashes, userId: string, expiresAt: number) =>
  `/exports/${accountKeys.signExport(userId, expiresAt)}/drama.json`

export async function getExport(context: RequestContext) {
  const { accountKeys, limits, origin, now } = context
  const { userId } = requireViewer(context.viewer)
  await limits.export.take(context)
  const expiresAt = now.getTime() + EXPORT_URL_LIFETIME_MS
  return { url: `${origin}${formatExportPath(accountKeys, userId, expiresAt)}`, expires_at: expiresAt }
}
