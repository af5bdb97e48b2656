import type { PlayResponse } from '../../../contract/episode.js'

/** A response is requested again if its media urls expire within this time. */
export const MEDIA_RENEWAL_MARGIN_MS = 30_000

/** Converts the server's end time to the device's clock, which may be hours off. In epoch ms. */
export function expiryTime(
  { expires_at, server_time }: Pick<PlayResponse, 'expires_at' | 'server_time'>,
  now: number
): number {
  return expires_at - server_time + now
}
