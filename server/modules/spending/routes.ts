import type { z } from 'zod'
import type { AutoUnlockSettings, setAutoUnlock, setLimits } from '../../../contract/spending.js'
import { createParameterError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { requireDrama } from '../catalogue/routes.js'
import { readUser } from '../user/queries.js'
import { requireViewer } from '../visitor/session.js'
import { computeEffectiveAt, toSpendingLimits } from './limit-change.js'
import {
  changeAutoUnlock,
  changeDramaAutoUnlock,
  changeLimits,
  deleteDramaAutoUnlock,
  readDramaAutoUnlocks
} from './queries.js'

export async function postAutoUnlock(context: RequestContext, request: z.output<typeof setAutoUnlock.request>) {
  const { db, now } = context
  const { userId } = requireViewer(context.viewer)
  const { enabled: isOn, daily_cap: dailyCap, drama_id: dramaId } = request
  if (dramaId === undefined) {
    if (isOn === null) throw createParameterError('enabled')
    await changeAutoUnlock(db, { userId, isOn, dailyCap: dailyCap ?? undefined })
  } else if (isOn === null) {
    await deleteDramaAutoUnlock(db, userId, dramaId)
  } else {
    await requireDrama(context, dramaId)
    await changeDramaAutoUnlock(db, { userId, dramaId, isOn, dailyCap, now })
  }
  return readAutoUnlockSettings(context, await readUser(db, userId))
}

export async function readAutoUnlockSettings(
  { db, lang }: Pick<RequestContext, 'db' | 'lang'>,
  user: { id: string; auto_unlock: boolean; auto_unlock_daily_cap: number }
): Promise<AutoUnlockSettings> {
  const dramas = await readDramaAutoUnlocks(db, user.id)
  return {
    enabled: user.auto_unlock,
    daily_cap: user.auto_unlock_daily_cap,
    dramas: dramas.map(({ title, ...setting }) => ({ ...setting, title: title[lang] }))
  }
}

export async function postLimits(context: RequestContext, request: z.output<typeof setLimits.request>) {
  const { db, now } = context
  const { userId } = requireViewer(context.viewer)
  const { daily_coins: daily, weekly_coins: weekly } = request
  const limits = await changeLimits(db, userId, { daily, weekly }, now)
  const changedLimits = [daily === undefined ? [] : limits.daily, weekly === undefined ? [] : limits.weekly].flat()
  return {
    limits: toSpendingLimits(limits),
    effective_at: computeEffectiveAt(changedLimits, now),
    server_time: now.getTime()
  }
}
