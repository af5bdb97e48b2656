import type { EarlyStream, Environment } from './environment.js'

/** A start hint on its way, whose form `contract/start-hint.ts` tells; `since` in ms of `performance.now()`. */
export interface AskedHint {
  since: number
  response: Promise<Response>
  /** What it may be played in. */
  stream: EarlyStream | undefined
}

/** Gives the hint to the page that wants it, once. */
export type TakeHint = (want: string) => AskedHint | undefined

/**
 * Asks how the episode of a `want` begins, beside the sign-in and without its headers, so that the first frame need not
 * wait for either. Asks nothing where the first screen is no episode.
 */
export function askStartHint(
  { fetch, openStream }: Environment,
  apiBase: string,
  want: string | undefined,
  signal: AbortSignal
): TakeHint {
  const [, dramaId, no] = /^play:([^:]+):(\d+)$/.exec(want ?? '') ?? []
  if (dramaId === undefined) return () => undefined
  const address = `${apiBase}/m/opening/${encodeURIComponent(dramaId)}/${no}`
  const response = fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer', signal })
  // Whoever takes it hears of it; nobody has to.
  response.catch(() => undefined)
  let asked: AskedHint | undefined = { since: performance.now(), response, stream: openStream() }
  return wanted => {
    const taken = wanted === want ? asked : undefined
    asked = undefined
    return taken
  }
}
