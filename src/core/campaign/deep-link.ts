// Which page an app opens on: the `start` attribute, else the location that the routing mode gives.

/** `drama:<id>,ep:<no>` as a location inside the app; undefined for anything else. */
export function parseStartAttribute(start: string | null): string | undefined {
  const [, dramaId, no] = /^drama:(d_[A-Za-z0-9_-]{1,64})(?:,ep:([1-9]\d{0,4}))?$/.exec(start ?? '') ?? []
  return dramaId === undefined ? undefined : playerUrl(dramaId, no === undefined ? undefined : Number(no))
}

/** Location that an address shares, `?drama=<id>&ep=<no>&t=<seconds>` of any page; undefined where it shares none. */
export function parseSharedLink(url: string): string | undefined {
  const { searchParams } = new URL(url)
  const no = searchParams.get('ep')
  const location = parseStartAttribute(`drama:${searchParams.get('drama')}${no ? `,ep:${no}` : ''}`)
  const [seconds] = /^[1-9]\d{0,4}$/.exec(searchParams.get('t') ?? '') ?? []
  return location && no && seconds ? `${location}&t=${seconds}` : location
}

/** Location of the player; without a number it opens where the viewer stopped. */
export function playerUrl(dramaId: string, no?: number): string {
  const episode = no === undefined ? '' : `&episode_no=${no}`
  return `/pages/index/play?drama_id=${encodeURIComponent(dramaId)}${episode}`
}

/** What the sign-in should bring along so that the first screen needs no second round trip; a campaign may open elsewhere. */
export function firstScreenOf(
  name: string | undefined,
  query: Record<string, string>,
  lpid?: string
): string | undefined {
  if (name === 'home') return lpid ? 'start' : 'home'
  if (name === 'play' && query.drama_id) return `play:${query.drama_id}:${query.episode_no ?? 1}`
  return undefined
}
