/** Events of the element, in the order in which a visit has them. */
export const eventNames = [
  'drama-ready',
  'drama-visit',
  'drama-navigate',
  'drama-tab-tap',
  'drama-search',
  'drama-register',
  'drama-view-content',
  'drama-favorite',
  'drama-share',
  'drama-paywall',
  'drama-unlock',
  'drama-checkout',
  'drama-purchase',
  'drama-reward-submitted',
  'drama-reward-approved',
  'drama-reward-claimed',
  'drama-episode-start',
  'drama-episode-quartile',
  'drama-episode-complete',
  'drama-metric',
  'drama-error'
] as const
