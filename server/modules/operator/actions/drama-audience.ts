import { z } from 'zod'
import { dramaId } from '../../../../contract/drama.js'
import { createParameterError } from '../../../http/business-error.js'
import { NO_CAMPAIGN } from '../../campaign/attribution.js'
import { parsePeriod } from '../../report/period.js'
import { readRetention, retentionCounts } from '../../report/retention.js'
import { defineOperatorAction } from '../operator-action.js'
import { dramaReaders } from './drama-readers.js'

export const audienceAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/drama_retention',
  roles: dramaReaders,
  description:
    'Returns how far viewers watch each episode of a drama, over all campaigns and viewers without one. Episodes that nobody started are missing.',
  request: z.object({ id: dramaId, from: z.string().max(13).optional(), to: z.string().max(13).optional() }),
  response: z.object({
    from: z.string(),
    to: z.string(),
    timezone: z.string(),
    list: z.array(retentionCounts.extend({ episode_no: z.number().int() }))
  }),
  subject: null,
  run: async ({ db, config, now }, { id, from, to }) => {
    const period = parsePeriod({ from, to }, config.timezone, now)
    if ('reason' in period) throw createParameterError(period.fields[0] ?? 'from')
    const campaigns = await db.selectFrom('campaigns').select('lpid').execute()
    const lpids = [...campaigns.map(({ lpid }) => lpid), NO_CAMPAIGN]
    const list = await readRetention(db, id, { lpids, start: period.start, end: period.end })
    return { from: period.from, to: period.to, timezone: config.timezone, list }
  }
})
