import { z } from 'zod'
import { dramaId } from '../../../contract/drama.js'
import { episodeNo } from '../../../contract/episode.js'
import { lpid } from '../../../contract/visitor.js'
import { createFieldError } from '../../http/business-error.js'
import { createPromoLink } from '../campaign/create-promo-link.js'
import { readOwnCampaigns } from './own-campaigns.js'
import { definePartnerAction } from './partner-action.js'

/** Operators may sign links for longer. */
const MAX_MINUTES = 60
const MAX_LINK_DAYS = 30

const linkRequest = z.object({
  lpid,
  drama_id: dramaId,
  episode_no: episodeNo,
  minutes: z.number().int().min(1).max(MAX_MINUTES).default(30),
  /** The first use of the link must be before this time, in epoch ms. Default: 30 days from now. */
  expires_at: z.number().int().positive().optional(),
  page: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
})

const linkResponse = z.object({
  url: z.string().nullable(),
  query: z.string(),
  lps: z.string(),
  minutes: z.number().int(),
  expires_at: z.iso.datetime()
})

export const createOwnLinkAction = definePartnerAction({
  method: 'POST',
  path: '/partner/link_create',
  description:
    'Signs a promo link for a campaign of the partner: it frees one episode for at most 60 minutes, and can be used for at most 30 days.',
  request: linkRequest,
  response: linkResponse,
  errors: { 4204: 'The drama or the episode is not online' },
  run: async (context, request) => {
    const [campaign] = await readOwnCampaigns(context, request.lpid)
    if (campaign === undefined) throw createFieldError('lpid', 'unknown_campaign')
    return createPromoLink(context, request, { status: campaign.status, maxDays: MAX_LINK_DAYS })
  }
})
