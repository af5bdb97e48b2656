export const siteEn = {
  newEpisodes: 'New episodes',
  newEpisodesHint: 'Notifications for your favourites',
  offerTitle: 'Get notified of new episodes?',
  offerText: 'We’ll let you know when {title} has a new episode. You can turn this off under My.',
  offerYes: 'Notify me',
  offerNo: 'No, thanks',
  turnedOn: 'Notifications are on',
  blocked: 'Your browser blocks notifications. Allow them in its settings.',
  install: 'Install the app',
  installHint: 'On your home screen, full screen'
}

export type SiteMessageKey = keyof typeof siteEn
export type SiteMessages = Record<SiteMessageKey, string>
