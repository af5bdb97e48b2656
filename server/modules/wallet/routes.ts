import type { z } from 'zod'
import type { LedgerKind, WalletRecord, walletRecords } from '../../../contract/wallet.js'
import type { RequestContext } from '../../http/request-context.js'
import { cutToPage, formatCursor, parseCursor } from '../../lib/cursor.js'
import { writeOffExpiredLotsOfUser } from '../ledger/bonus-expiry.js'
import { toVipStatus } from '../pass/vip.js'
import { requireViewer } from '../visitor/session.js'
import { type MovementRow, readDramaTitles, readWallet, readWalletMovements } from './queries.js'
import { formatRecordTitle, parseDramaId, parseEpisodePlace, undoneTitles } from './record-titles.js'
import { readTopUps } from './top-ups.js'

const EXPIRING_SOON_MS = 3 * 86_400_000

export async function getWallet({ db, viewer, now }: RequestContext) {
  const { userId } = requireViewer(viewer)
  const { balance, debt, lots, vip } = await readWallet(db, userId, now)
  const soon = lots.filter(lot => lot.expires_at <= now.getTime() + EXPIRING_SOON_MS)
  const bonusSoon = soon.reduce((sum, { remaining }) => sum + remaining, 0)
  return {
    ...balance,
    debt,
    lots,
    vip: toVipStatus(vip),
    expiring_soon: soon[0] === undefined ? null : { bonus: bonusSoon, expires_at: soon[0].expires_at },
    server_time: now.getTime()
  }
}

export async function getRecords(context: RequestContext, request: z.output<typeof walletRecords.request>) {
  const { db, viewer, now } = context
  const { userId } = requireViewer(viewer)
  const { type, page_size: size = 20 } = request
  await writeOffExpiredLotsOfUser(db, userId, now)
  const cursorName = `records ${type}`
  if (type === 'topup') {
    const after = parseCursor(cursorName, ['instant', 'text'], request.cursor)
    const records = await readTopUps(db, userId, { before: after, limit: size + 1, lang: context.lang })
    const recordPage = cutToPage(records, size, last => formatCursor(cursorName, last.key))
    return { ...recordPage, list: recordPage.list.map(({ record }) => record) }
  }
  const [before = null] = parseCursor(cursorName, ['integer'], request.cursor) ?? []
  const rows = await readWalletMovements(db, userId, { type, before, limit: size + 1 })
  const recordPage = cutToPage(rows, size, last => formatCursor(cursorName, [Number(last.seq)]))
  const dramaIds = new Set(recordPage.list.flatMap(row => parseDramaId(row.ref_id) ?? []))
  const titles = await readDramaTitles(db, [...dramaIds])
  const { lang } = context
  const formatTitle = (row: MovementRow) =>
    isUndone(row)
      ? undoneTitles[lang]
      : formatRecordTitle(row.kind, row.ref_id, titles.get(parseDramaId(row.ref_id) ?? '')?.[lang], lang)
  return { ...recordPage, list: recordPage.list.map(row => toRecord(row, formatTitle(row))) }
}

const isUndone = ({ kind, bonus }: MovementRow) => kind === 'order_refund' && Number(bonus) > 0

const statuses: Partial<Record<LedgerKind, WalletRecord['status']>> = {
  unlock: 'spent',
  unlock_refund: 'refunded',
  order_refund: 'refunded',
  expire: 'expired'
}

function toStatus(row: MovementRow): WalletRecord['status'] {
  if (isUndone(row)) return 'granted'
  if (row.kind === 'adjust' && Number(row.bonus) < 0) return 'spent'
  return statuses[row.kind] ?? 'granted'
}

function toRecord(row: MovementRow, title: string): WalletRecord {
  return {
    id: row.seq,
    kind: row.kind,
    title,
    coins: Number(row.coins),
    bonus: Number(row.bonus),
    amount: null,
    currency: null,
    status: toStatus(row),
    order_no: row.ref_type === 'order' ? row.ref_id : null,
    ...parseEpisodePlace(row.ref_id),
    created_at: row.created_at.getTime()
  }
}
