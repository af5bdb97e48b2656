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
