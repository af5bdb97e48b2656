export function parseStartAttribute(start: string | null): string | undefined {
  const [, dramaId, no] = /^drama:(d_[A-Za-z0-9_-]{1,64})(?:,ep:([1-9]\d{0,4}))?$/.exec(start ?? '') ?? []
  return dramaId === undefined ? undefined : playerUrl(dramaId, no === undefined ? undefined : Number(no))
}

/** Converts `?drama=<id>&ep=<no>&t=<seconds>` of any page to a location inside the app. */
export function parseSharedLink(url: string): string | undefined {
  const { searchParams } = new URL(url)
  const no = searchParams.get('ep')
  const location = parseStartAttribute(`drama:${searchParams.get('drama')}${no ? `,ep:${no}` : ''}`)
  const [seconds] = /^[1-9]\d{0,4}$/.exec(searchParams.get('t') ?? '') ?? []
  return location && no && seconds ? `${location}&t=${seconds}` : location
}

/** Without `no`, the player opens where the viewer stopped; with `seconds`, at this time of the episode. */
export function playerUrl(dramaId: string, no?: number, seconds = 0): string {
  const episode = no === undefined ? '' : `&episode_no=${no}${seconds > 0 ? `&t=${seconds}` : ''}`
  return `/pages/index/play?drama_id=${encodeURIComponent(dramaId)}${episode}`
}

/**
 * The first screen, as the sign-in names it to get its data in the same response. With a campaign, `start` is Home or
 * the episode that the campaign opens.
 */
export function firstScreenOf(
  name: string | undefined,
  query: Record<string, string>,
  lpid?: string
): string | undefined {
  if (name === 'home') return lpid ? 'start' : 'home'
  if (name === 'player' && query.drama_id) return `play:${query.drama_id}:${query.episode_no ?? 1}`
  return undefined
}
