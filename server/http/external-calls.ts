/**
 * Wraps a call to a mail server, payment provider, bucket, DuckDB, Telegram or partner address. It must end within 8 s and never
 * run in a transaction.
 */
export type TrackExternalWait = <Result>(work: Promise<Result>) => Promise<Result>

export const untracked: TrackExternalWait = work => work

export function trackExternalWaits(): { trackExternalWait: TrackExternalWait; isWaitingExternally: () => boolean } {
  let pendingCount = 0
  return {
    trackExternalWait: work => {
      pendingCount += 1
      return work.finally(() => {
        pendingCount -= 1
      })
    },
    isWaitingExternally: () => pendingCount > 0
  }
}
