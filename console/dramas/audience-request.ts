import type { ActionRequest } from '../api/action-types.js'

export const audienceDays = [7, 28, 90, 365] as const
export type AudienceDays = (typeof audienceDays)[number]
export const FIRST_AUDIENCE_DAYS = 28
const DAY_MS = 86_400_000

/** The days up to today. */
export const toAudienceRequest = (
  id: string,
  days: AudienceDays = FIRST_AUDIENCE_DAYS
): ActionRequest<'/operator/drama_retention'> => ({
  id,
  from: new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10),
  to: 'today'
})
