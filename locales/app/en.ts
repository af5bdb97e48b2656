import type { PageMessageKey } from '../pages/en.js'

export type { PageMessages } from '../pages/en.js'

/**
 * Texts of Home, of the tab bar and of failures, which every page may need. Defines the keys of every language: a missing
 * key does not compile. `{name}` is a placeholder.
 */
export const messages = {
  home: 'Home',
  discover: 'Discover',
  library: 'List',
  profile: 'My',
  player: 'Player',
  search: 'Search',
  wallet: 'Wallet',
  store: 'Store',
  reward: 'Rewards',
  whatsapp: 'Share on WhatsApp',
  facebook: 'Share on Facebook',
  telegram: 'Telegram channel',
  continuePlaying: 'Continue playing',
  searchPlaceholder: 'Please enter keywords',
  seeAll: 'See all',
  watchNow: 'Watch now',
  episodeShort: 'EP {no}',
  episodeCount: { one: '{count} episode', other: '{count} episodes' },
  finished: 'Complete',
  isNew: 'New',
  freeCount: '{count} free',
  minutesLeft: { one: '{count} min left', other: '{count} min left' },
  back: 'Back',
  networkBad: 'Network not good, please check network settings!',
  connectFailed: 'We could not reach the service.',
  tapToRetry: 'Tap the screen to retry',
  timedOut: 'The connection timed out, tap the screen to try again.',
  somethingWrong: 'Something went wrong, please try again.',
  tooManyAttempts: 'Too many attempts',
  serverBusy: 'The service is overloaded. Try again in a moment.',
  maintenance: 'The service is down for maintenance. Come back in a while.',
  moreFailed: 'More could not be loaded. Tap to try again.',
  unavailable: 'This drama is no longer available.',
  notFound: 'This page does not exist.',
  goHome: 'Go to Home',
  loading: 'Loading',
  pleaseWait: 'Please wait...',
  emptyCatalogue: 'New dramas are on their way.',
  mainMenu: 'Main menu',
  featured: 'Featured',
  progressSaved: 'Watched {percent}%',
  goToSlide: 'Show {title}'
}

export const loadPageMessages = async () => (await import('../pages/en.js')).pagesEn

export type Message = string | { one: string; other: string }
export type AppMessageKey = keyof typeof messages
export type MessageKey = AppMessageKey | PageMessageKey
export type Messages = {
  [Key in AppMessageKey]: (typeof messages)[Key] extends string ? string : { one: string; other: string }
}
