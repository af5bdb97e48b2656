/** Wraps a call to a mail server or payment provider. It must end within 8 s and never run in a transaction. */
export type TrackExternalWait = <Result>(work: Promise<Result>) => Promise<Result>

export const untracked: TrackExternalWait = work => work

export function trackExternalWaits(): { waitElsewhere: TrackExternalWait; isElsewhere: () => boolean } {
  let pendingCount = 0
  return {
    waitElsewhere: work => {
      pendingCount += 1
      return work.finally(() => {
        pendingCount -= 1
      })
    },
    isElsewhere: () => pendingCount > 0
  }
}
