export interface ViewerIdentity {
  token: string | undefined
  deviceId: string
  secondToken: string | undefined
}

export function identityHeaders({ token, deviceId, secondToken }: ViewerIdentity): Record<string, string> {
  return {
    'XX-Device-Id': deviceId,
    ...(token && { Authorization: token }),
    ...(secondToken && { 'XX-Token': secondToken })
  }
}

export const JSON_TYPE = 'application/json'

export const FETCH_POLICY: Pick<RequestInit, 'credentials' | 'referrerPolicy'> = {
  credentials: 'omit',
  referrerPolicy: 'no-referrer'
}
