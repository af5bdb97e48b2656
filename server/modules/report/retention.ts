import type { Kysely } from 'kysely'
import { z } from 'zod'
import { dramaId } from '../../../contract/drama.js'
import { languageSchema } from '../../../contract/protocol/language.js'
import { lpid } from '../../../contract/visitor.js'
import type { Database } from '../../db/schema/schema.js'
import { createParameterError } from '../../http/business-error.js'
import { definePartnerAction } from '../partner/partner-action.js'
import { formatCsvTable } from './csv.js'
import { parseGrouping } from './dimensions.js'
import { readScope } from './report.js'
import { createRollupLineReader } from './rollup-line-reader.js'
import type { ReportSpan } from './rollup-queries.js'
import { listKeyColumns } from './row-keys.js'
import { sumLines } from './rows.js'

const MAX_EPISODES = 1000
const COUNTS = ['starts', 'q25', 'q50', 'q75', 'completes', 'paywalls', 'unlocks'] as const

const retentionRequest = z.strictObject({
  lpid: lpid.optional(),
  drama_id: dramaId,
  from: z.string().max(13).optional(),
  to: z.string().max(13).optional(),
  lang: languageSchema,
  format: z.enum(['json', 'csv']).default('json')
})

const whole = z.number().int()
export const retentionCounts = z.object(
  Object.fromEntries(COUNTS.map(name => [name, whole])) as Record<(typeof COUNTS)[number], typeof whole>
)
const retentionResponse = z.object({
  drama_id: z.string(),
  title: z.string(),
  from: z.string(),
  to: z.string(),
  timezone: z.string(),
  list: z.array(retentionCounts.extend({ episode_no: whole })),
  server_time: whole
})

export const retentionAction = definePartnerAction({
  method: 'GET',
  path: '/partner/retention',
  description:
    'Returns how far viewers watch each episode of a drama: `starts`, `q25`, `q50`, `q75`, `completes`, `paywalls`, `unlocks`. Parameters are those of the report; episodes that nobody started are missing.',
  request: retentionRequest,
  response: retentionResponse,
  run: async (context, request) => {
    const { db, now } = context
    const { drama_id, lang = 'pt' } = request
    const { period, span, zone } = await readScope(context, parseGrouping('episode'), request)
    const drama = await findSeenDrama(db, drama_id)
    if (drama === undefined) throw createParameterError('drama_id')
    return {
      drama_id,
      title: drama.title[lang],
      from: period.from,
      to: period.to,
      timezone: zone,
      list: await readRetention(db, drama_id, span),
      server_time: now.getTime()
    }
  },
  toCsv: ({ drama_id, from, to, list }) => ({
    name: `retention-${drama_id}-${from}-${to}`,
    text: formatCsvTable(['episode_no', ...COUNTS], list)
  })
})

/** A draft is unknown to partners. */
function findSeenDrama(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('dramas')
    .select('title')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('drama_edits').select('drama_id').where('drama_id', '=', id).where('is_draft', '=', true)))
    )
    .executeTakeFirst()
}

/** By episode; episodes that nobody started are missing. */
export async function readRetention(db: Kysely<Database>, dramaId: string, span: ReportSpan) {
  const grouping = parseGrouping('episode')
  const lines = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(trx =>
      createRollupLineReader(trx).readKeyLines(grouping, {
        span,
        buckets: [],
        columns: listKeyColumns(grouping),
        // Rows of the drama itself have the number 0.
        after: [dramaId, 0],
        limit: MAX_EPISODES,
        dramaId
      })
    )
  const episodes = [...new Set(lines.map(line => line.episode_no ?? 0))]
  return episodes.map(episode_no => {
    const episodeLines = lines.filter(line => line.episode_no === episode_no)
    const { starts, q25, q50, q75, completes, paywalls, unlocks } = sumLines(episodeLines)
    return { episode_no, starts, q25, q50, q75, completes, paywalls, unlocks }
  })
}
