import type { TaskCode } from '../../../../contract/task.js'
import type { RequestContext } from '../../../http/request-context.js'
import { requireViewer } from '../../visitor/session.js'
import { termsOf } from '../reward-day.js'
import { watchedOn } from './progress.js'
import { reachedBetween } from './rules.js'

/** The tasks of watching that are done by the seconds that were just counted. */
export async function tasksReached({ config, db, now, viewer }: RequestContext, counted: number): Promise<TaskCode[]> {
  if (counted === 0) return []
  const { userId } = requireViewer(viewer)
  const { day } = await termsOf(db, userId, now, config.timezone)
  const watched = await watchedOn(db, userId, day, now)
  return reachedBetween(watched - counted, watched)
}
