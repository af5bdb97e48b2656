import type { ActionRequest } from '../api/action-types.js'

const BATCH_SIZE = 6
const MAX_EXCEPT = 200

/** Takes submissions for this reviewer: of one channel or, with null, of all. */
export const toNextSubmissionsRequest = (
  skippedIds: readonly string[],
  channel: ActionRequest<'/operator/reward_next'>['channel'] | null
): ActionRequest<'/operator/reward_next'> => ({
  count: BATCH_SIZE,
  except: skippedIds.slice(-MAX_EXCEPT),
  ...(channel != null && { channel })
})
