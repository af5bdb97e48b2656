/** Who is asking, read anew for every request. */
export interface Identity {
  token: string | undefined
  deviceId: string
  secondToken: string | undefined
}

/** The three headers of every request; the second token only where one is stored. */
export function identityHeaders({ token, deviceId, secondToken }: Identity): Record<string, string> {
  return {
    'XX-Device-Id': deviceId,
    ...(token && { Authorization: token }),
    ...(secondToken && { 'XX-Token': secondToken })
  }
}

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** What every request of ours keeps to itself: it carries no cookie, and does not say which page it was made on. */
export const FETCH_POLICY: Pick<RequestInit, 'credentials' | 'referrerPolicy'> = {
  credentials: 'omit',
  referrerPolicy: 'no-referrer'
}
