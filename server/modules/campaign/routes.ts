import type { z } from 'zod'
import { langs } from '../../../contract/protocol/language.js'
import type { AppConfig, appConfig } from '../../../contract/visitor.js'
import { rates } from '../../http/limits.js'
import type { RequestContext } from '../../http/request-context.js'
import { REFUND_DAYS } from '../order/refund/refund-order.js'
import { rulesIn } from '../reward/rules.js'
import { WINDOW_DAYS } from './attribution.js'
import { activeCampaign } from './queries.js'
import { campaignAnswer, readLpid } from './rules.js'

const VERSION = '2.4.0'

export async function getAppConfig(
  { config, db, now }: RequestContext,
  request: z.output<typeof appConfig.request>
): Promise<AppConfig> {
  const { lpid } = readLpid(request.lpid)
  const settings = lpid === null ? undefined : await activeCampaign(db, lpid, config.currency)
  const timezone = settings?.timezone ?? config.timezone
  return {
    version: VERSION,
    languages: [...langs],
    currency: config.currency,
    timezone,
    server_time: now.getTime(),
    campaign: lpid === null ? null : campaignAnswer(lpid, settings),
    share: { is_open: settings?.rewards_enabled ?? true, ...rulesIn(timezone) },
    limits: rates,
    policies: { terms_url: config.termsUrl, privacy_url: config.privacyUrl, refund_days: REFUND_DAYS },
    attribution: {
      window_days: settings?.attribution_window_days ?? WINDOW_DAYS,
      credit: ['last_within_window', 'first'],
      assisting: 'others'
    }
  }
}
