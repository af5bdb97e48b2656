import { z } from 'zod'
import { dramaId } from '../../../contract/drama.js'
import { languageSchema } from '../../../contract/protocol/language.js'
import { lpid } from '../../../contract/visitor.js'
import { createParameterError } from '../../http/business-error.js'
import { definePartnerAction } from '../partner/partner-action.js'
import { formatCsvTable } from './csv.js'
import { parseGrouping } from './dimensions.js'
import { readScope } from './report.js'
import { createRollupLineReader } from './rollup-line-reader.js'
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
const counts = z.object(
  Object.fromEntries(COUNTS.map(name => [name, whole])) as Record<(typeof COUNTS)[number], typeof whole>
)
const retentionResponse = z.object({
  drama_id: z.string(),
  title: z.string(),
  from: z.string(),
  to: z.string(),
  timezone: z.string(),
  list: z.array(counts.extend({ episode_no: whole })),
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
    const grouping = parseGrouping('episode')
    const { period, span, zone } = await readScope(context, grouping, request)
    const drama = await db.selectFrom('dramas').select('title').where('id', '=', drama_id).executeTakeFirst()
    if (drama === undefined) throw createParameterError('drama_id')
    const lines = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(trx =>
        createRollupLineReader(trx).readKeyLines(grouping, {
          span,
          buckets: [],
          columns: listKeyColumns(grouping),
          after: [drama_id, 0],
          limit: MAX_EPISODES
        })
      )
    const ownLines = lines.filter(line => line.drama_id === drama_id)
    const episodes = [...new Set(ownLines.map(line => line.episode_no ?? 0))]
    return {
      drama_id,
      title: drama.title[lang],
      from: period.from,
      to: period.to,
      timezone: zone,
      list: episodes.map(episode_no => {
        const episodeLines = ownLines.filter(line => line.episode_no === episode_no)
        const { starts, q25, q50, q75, completes, paywalls, unlocks } = sumLines(episodeLines)
        return { episode_no, starts, q25, q50, q75, completes, paywalls, unlocks }
      }),
      server_time: now.getTime()
    }
  },
  toCsv: ({ drama_id, from, to, list }) => ({
    name: `retention-${drama_id}-${from}-${to}`,
    text: formatCsvTable(['episode_no', ...COUNTS], list)
  })
})
