import type { ActionRequest } from '../api/action-types.js'
import type { Role } from '../api/use-session.js'

const BATCH_SIZE = 6
const MAX_EXCEPT = 200

export const mayReview = (role: Role): boolean => role === 'owner' || role === 'reviewer'

/** Takes submissions for this reviewer: of one channel or, with null, of all. */
export const toNextRequest = (
  skippedIds: readonly string[],
  channel: ActionRequest<'/operator/reward_next'>['channel'] | null
): ActionRequest<'/operator/reward_next'> => ({
  count: BATCH_SIZE,
  except: skippedIds.slice(-MAX_EXCEPT),
  ...(channel != null && { channel })
})
