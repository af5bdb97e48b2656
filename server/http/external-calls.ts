/**
 * Waits for somebody other than the database: a mail server, a payment provider. It must end within 8 s, and never be
 * called while a transaction is open.
 */
export type TrackExternalWait = <Result>(work: Promise<Result>) => Promise<Result>

/** Where nobody waits for the answer, as in jobs. */
export const untracked: TrackExternalWait = work => work

/** Keeps in mind whether somebody outside is waited for, so that the database is not blamed meanwhile. */
export function trackExternalWaits(): { waitElsewhere: TrackExternalWait; isElsewhere: () => boolean } {
  let waits = 0
  return {
    waitElsewhere: work => {
      waits += 1
      return work.finally(() => {
        waits -= 1
      })
    },
    isElsewhere: () => waits > 0
  }
}
