import type { z } from 'zod'
import { langs } from '../../../contract/protocol/language.js'
import type { AppConfig, appConfig } from '../../../contract/visitor.js'
import { publishedRates } from '../../http/rate-limits/rate-limits.js'
import type { RequestContext } from '../../http/request-context.js'
import { PACKAGE_VERSION } from '../../lib/package-version.js'
import { REFUND_DAYS } from '../order/refund/refund-order.js'
import { toRewardRules } from '../reward/submission-rules.js'
import { DEFAULT_ATTRIBUTION_DAYS } from './attribution.js'
import { toCampaignResponse } from './campaign-response.js'
import { parseLpid } from './lpid.js'
import { readActiveCampaign } from './queries.js'

export async function getAppConfig(
  context: RequestContext,
  request: z.output<typeof appConfig.request>
): Promise<AppConfig> {
  const { config, now } = context
  const { lpid } = parseLpid(request.lpid)
  const settings = lpid === null ? undefined : await readActiveCampaign(context, lpid)
  const timezone = settings?.timezone ?? config.timezone
  return {
    version: PACKAGE_VERSION,
    languages: [...langs],
    currency: config.currency,
    timezone,
    server_time: now.getTime(),
    campaign: lpid === null ? null : toCampaignResponse(lpid, settings),
    share: { is_open: settings?.rewards_enabled ?? true, ...toRewardRules(timezone, settings?.share_scope ?? 'all') },
    limits: publishedRates,
    policies: { terms_url: config.termsUrl, privacy_url: config.privacyUrl, refund_days: REFUND_DAYS },
    attribution: {
      window_days: settings?.attribution_window_days ?? DEFAULT_ATTRIBUTION_DAYS,
      credit: ['last_within_window', 'first'],
      assisting: 'others'
    }
  }
}
