/** What a campaign gets of which nobody has said anything else, as its columns say. */
export const campaignDefaults = {
  attribution_window_days: 7,
  rewards_enabled: true,
  checkin_enabled: true,
  share_scope: 'all'
} as const
