import { z } from 'zod'
import { cutToPage, formatCursor, parseCursor } from '../../../lib/cursor.js'
import { readMergedUserIds } from '../../user/queries.js'
import { readEntriesOf, readNewestTransactions, readSubmissions, readUnlocks } from '../../user/viewer-details.js'
import { defineOperatorAction } from '../operator-action.js'
import { ledgerListResponse, submissionListResponse, unlockListResponse } from './viewer-response.js'
import { requirePerson, viewerId } from './viewers.js'

const listRequest = z.object({
  user_id: viewerId,
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(50)
})

const ledgerRequest = listRequest.extend({ merged: z.enum(['0', '1']).default('0') })

const listLedgerAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/viewer_ledger',
  roles: ['support', 'analyst'],
  description:
    'Lists the transactions of a viewer’s ledger with their entries, newest first. `merged` 1 lists those of the merged visitor itself, not of its account.',
  request: ledgerRequest,
  response: ledgerListResponse,
  subject: null,
  run: async ({ db }, { user_id, merged, cursor, page_size: size }) => {
    const person = await requirePerson(db, user_id)
    const owner = merged === '1' ? user_id : person.id
    const cursorName = `viewer ledger ${owner}`
    const [before = null] = parseCursor(cursorName, ['integer'], cursor) ?? []
    const rows = await readNewestTransactions(db, owner, { before, limit: size + 1 })
    const page = cutToPage(rows, size, last => formatCursor(cursorName, [Number(last.seq)]))
    const entries = await readEntriesOf(
      db,
      owner,
      page.list.map(({ seq }) => seq)
    )
    return {
      ...page,
      list: page.list.map(row => ({
        id: row.seq,
        kind: row.kind,
        ref_type: row.ref_type,
        ref_id: row.ref_id,
        coins: Number(row.coins),
        bonus: Number(row.bonus),
        coins_after: Number(row.coins_after),
        bonus_after: Number(row.bonus_after),
        entries: entries
          .filter(({ seq }) => seq === row.seq)
          .map(({ account, amount }) => ({ account, amount: Number(amount) })),
        created_at: row.created_at
      }))
    }
  }
})

const listUnlocksAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/viewer_unlocks',
  roles: ['support', 'analyst'],
  description: 'Lists the unlocked episodes of a viewer, newest first.',
  request: listRequest,
  response: unlockListResponse,
  subject: null,
  run: async ({ db }, { user_id, cursor, page_size: size }) => {
    const { id } = await requirePerson(db, user_id)
    const cursorName = `viewer unlocks ${id}`
    const after = parseCursor(cursorName, ['instant', 'text'], cursor)
    const rows = await readUnlocks(db, await readMergedUserIds(db, id), { after, limit: size + 1 })
    return cutToPage(rows, size, last => formatCursor(cursorName, [last.created_at, last.episode_id]))
  }
})

const listSubmissionsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/viewer_submissions',
  roles: ['reviewer', 'support', 'analyst'],
  description: 'Lists what a viewer has submitted for rewards, newest first.',
  request: listRequest,
  response: submissionListResponse,
  subject: null,
  run: async ({ db }, { user_id, cursor, page_size: size }) => {
    const { id } = await requirePerson(db, user_id)
    const cursorName = `viewer submissions ${id}`
    const after = parseCursor(cursorName, ['instant', 'text'], cursor)
    const rows = await readSubmissions(db, await readMergedUserIds(db, id), { after, limit: size + 1 })
    return cutToPage(rows, size, last => formatCursor(cursorName, [last.created_at, last.id]))
  }
})

export const viewerListActions = [listLedgerAction, listUnlocksAction, listSubmissionsAction] as const
