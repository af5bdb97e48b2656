import type { InstantStartHead, LockedStartHead, PlayResponse, ViewerStartHead } from '../../../contract/episode.js'
import type { App } from '../app.js'
import { waitAtMost } from '../lib/wait-at-most.js'
import { BusinessError } from '../request/request-error.js'
import { viewerStartBody } from '../session/visitor-login-request.js'

export type StartHead = InstantStartHead | ViewerStartHead | LockedStartHead

/** Play responses that come with the first segment of their episode. */
export interface EpisodeStarts {
  /** What instant start receives for this page's viewer. */
  readHead(): Promise<StartHead> | undefined
  /**
   * Requests an episode that was just unlocked, from `position` (s) if that is not 0. Undefined if there is no usable
   * answer. Throws BusinessError if the episode is still locked.
   */
  requestUnlocked(no: number, position: number): Promise<PlayResponse | undefined>
}

/** Answers are used only while it is the one that requested them. */
export const viewerBodyOf = ({ environment, i18n, options }: App) =>
  viewerStartBody(environment.storage, i18n.language().apiCode, options.partnerToken())

/**
 * The answer of `/drama/play` that instant start received for a viewer with a session. Undefined if there is none, or if
 * it takes too long. Throws BusinessError if the episode is locked.
 */
export async function readInstantStartPlay(
  { environment: { clock } }: App,
  start: Promise<StartHead> | undefined
): Promise<PlayResponse | undefined> {
  if (!start) return undefined
  let head: StartHead | undefined
  const received = start.then(receivedHead => {
    head = receivedHead
  })
  await waitAtMost(clock, received)
  return head && readPlay(head)
}

/** Undefined without a viewer. Throws BusinessError if the episode is locked. */
export function readPlay(head: StartHead): PlayResponse | undefined {
  if ('refused' in head) throw new BusinessError(head.refused.code, head.refused.msg, head.refused.data)
  return 'play' in head ? head.play : undefined
}
