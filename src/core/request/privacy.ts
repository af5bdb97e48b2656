/** What every request of ours keeps to itself: it carries no cookie, and does not say which page it was made on. */
export const PRIVACY: Pick<RequestInit, 'credentials' | 'referrerPolicy'> = {
  credentials: 'omit',
  referrerPolicy: 'no-referrer'
}
