// Names without zod, because the commands of operators need them and zod would double the time in which they start.

export const countedEvents = [
  'view_content',
  'episode_start',
  'episode_quartile',
  'episode_complete',
  'paywall',
  'search',
  'favorite',
  'share',
  'reward_submitted',
  'checkout',
  'visit'
] as const

export const postbackEvents = ['purchase', 'refund', ...countedEvents, 'register', 'unlock'] as const

export const rewardChannels = ['whatsapp', 'facebook', 'telegram'] as const

export const rejectionReasons = [
  'not_share',
  'old_share',
  'few_friends',
  'unreadable',
  'duplicate',
  'not_member',
  'other'
] as const
