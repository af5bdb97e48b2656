/** The events of postbacks, by their names in the API. */
export const messages = {
  purchase: 'Purchase',
  refund: 'Refund',
  register: 'Registration',
  unlock: 'Unlock',
  visit: 'Visit',
  view_content: 'Drama opened',
  episode_start: 'Episode started',
  episode_quartile: 'Quarter of an episode',
  episode_complete: 'Episode completed',
  paywall: 'Paywall shown',
  checkout: 'Payment started',
  search: 'Search',
  favorite: 'Favourite added',
  share: 'Share',
  reward_submitted: 'Reward picture sent'
}

export type ConsoleEventsMessages = { [Key in keyof typeof messages]: string }
