import { z } from 'zod'
import { createFieldError } from '../../../http/business-error.js'
import { deleteAccount } from '../../account/delete.js'
import { endSessions } from '../../account/end-sessions.js'
import { formatExportPath } from '../../account/export-file.js'
import { readVip } from '../../pass/vip.js'
import { readSpendingLimits } from '../../spending/queries.js'
import { findPerson, type PersonRow } from '../../user/find-person.js'
import { readMergedUserIds } from '../../user/queries.js'
import { readFirstVisit, readMerges, readPartnersOf, readPasses, readSessions } from '../../user/viewer-details.js'
import { readWallet } from '../../wallet/queries.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'
import { operatorReason } from './operator-reason.js'
import { viewerResponse } from './viewer-response.js'

export const viewerId = z.string().min(1).max(64)

/** Throws `unknown_user`. Leads to the account that a visitor was merged into. */
export async function requirePerson(db: OperatorContext['db'], userId: string): Promise<PersonRow> {
  const person = await findPerson(db, userId)
  if (person === undefined) throw createFieldError('user_id', 'unknown_user')
  return person
}

async function requireLivingPerson(db: OperatorContext['db'], userId: string): Promise<PersonRow> {
  const person = await requirePerson(db, userId)
  if (person.deleted_at !== null) throw createFieldError('user_id', 'deleted')
  return person
}

const showRequest = z.object({ user_id: viewerId })

const showAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/viewer_show',
  roles: ['support', 'analyst'],
  description:
    'Returns a viewer: account, first visit, balance, passes, limits, sessions and merged visitors. The id of a merged visitor leads to the account. `adjustment_limit` is `COIN_ADJUSTMENT_LIMIT`.',
  request: showRequest,
  response: viewerResponse,
  subject: null,
  run: async ({ db, config, now }, { user_id }) => {
    const person = await requirePerson(db, user_id)
    const userIds = await readMergedUserIds(db, person.id)
    const [visit, wallet, vip, passes, limits, partners, merged, sessions] = await Promise.all([
      readFirstVisit(db, userIds),
      readWallet(db, person.id, now),
      readVip(db, person.id, now),
      readPasses(db, person.id),
      readSpendingLimits(db, person.id, now),
      readPartnersOf(db, userIds),
      readMerges(db, person.id, userIds),
      readSessions(db, userIds)
    ])
    const { balance, debt, lots } = wallet
    return {
      viewer: {
        ...toViewer(person, partners.length > 0),
        last_seen_at: sessions[0]?.last_seen_at ?? null,
        first_visit: visit ?? null
      },
      wallet: { ...balance, debt, lots: lots.map(lot => ({ ...lot, expires_at: new Date(lot.expires_at) })) },
      vip,
      passes,
      limits,
      adjustment_limit: config.support.adjustmentLimit,
      partners,
      merged,
      sessions
    }
  }
})

function toViewer(person: PersonRow, hasPartner: boolean) {
  const { id, kind, nickname, email, recovery_hash, locale, auto_unlock, auto_unlock_daily_cap } = person
  const { created_at, deleted_at, first_lpid, last_lpid } = person
  return {
    user_id: id,
    kind,
    nickname,
    email,
    has_recovery_code: recovery_hash !== null,
    can_return: email !== null || recovery_hash !== null || hasPartner,
    locale,
    created_at,
    deleted_at,
    first_lpid,
    last_lpid,
    auto_unlock,
    auto_unlock_daily_cap
  }
}

const reasonRequest = z.object({ user_id: viewerId, reason: operatorReason })

const sessionsEndResponse = z.object({ user_id: z.string(), ended: z.number().int() })

const endSessionsAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/viewer_sessions_end',
  roles: ['support'],
  description:
    'Signs a viewer out on all devices. A visitor without e-mail, recovery code and partner cannot return to the account.',
  request: reasonRequest,
  response: sessionsEndResponse,
  subject: ({ user_id }) => user_id,
  readState: ({ db, now }, { user_id }) => countOpenSessions(db, user_id, now),
  run: async ({ db, now }, { user_id }) => {
    const person = await requireLivingPerson(db, user_id)
    return { user_id: person.id, ended: await endSessions(db, await readMergedUserIds(db, person.id), now) }
  }
})

async function countOpenSessions(db: OperatorContext['db'], userId: string, now: Date) {
  const person = await findPerson(db, userId)
  if (person === undefined) return null
  const sessions = await readSessions(db, await readMergedUserIds(db, person.id))
  return { sessions: sessions.filter(({ revoked_at, expires_at }) => revoked_at === null && expires_at > now).length }
}

/** Long enough to be sent by mail. */
const EXPORT_LIFETIME_MS = 86_400_000

const exportResponse = z.object({ user_id: z.string(), url: z.string(), expires_at: z.date() })

const exportAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/viewer_export',
  roles: ['support'],
  description:
    'Makes a link to the file of everything that is stored of a viewer. Whoever has the link can open it, for 24 hours.',
  request: reasonRequest,
  response: exportResponse,
  subject: ({ user_id }) => user_id,
  run: async ({ db, now, accountKeys, origin }, { user_id }) => {
    const { id } = await requireLivingPerson(db, user_id)
    const expiresAt = now.getTime() + EXPORT_LIFETIME_MS
    return {
      user_id: id,
      url: `${origin}${formatExportPath(accountKeys, id, expiresAt)}`,
      expires_at: new Date(expiresAt)
    }
  }
})

const deleteResponse = z.object({ user_id: z.string(), deleted_at: z.date() })

const deleteAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/viewer_delete',
  roles: ['support'],
  description: 'Deletes the account of a viewer for good, as the viewer can under My.',
  request: reasonRequest,
  response: deleteResponse,
  subject: ({ user_id }) => user_id,
  readState: async ({ db }, { user_id }) => {
    const person = await findPerson(db, user_id)
    return person === undefined ? null : { user_id: person.id, deleted_at: person.deleted_at }
  },
  run: async (context, { user_id }) => {
    const { id, deleted_at } = await requirePerson(context.db, user_id)
    // A repeated request, whose first response was lost.
    if (deleted_at !== null) return { user_id: id, deleted_at }
    await deleteAccount(context, id)
    return { user_id: id, deleted_at: context.now }
  }
})

export const viewerActions = [showAction, endSessionsAction, exportAction, deleteAction] as const
