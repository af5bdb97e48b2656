import { sql, type Transaction } from 'kysely'
import type { Database, LabelJson } from '../../db/schema/schema.js'

export interface LabelledDrama {
  id: string
  labels: LabelJson[]
  playCount: number
  onlineAt: Date
  isFinished: boolean
}

export const toLabels = ({ category, tags }: { category: LabelJson; tags: LabelJson[] }): LabelJson[] => [
  ...new Map([category, ...tags].map(label => [label.id, label])).values()
]

/** Keeps the counts of the labels correct. The transaction must have locked the drama's row. */
export async function storeLabels(trx: Transaction<Database>, drama: LabelledDrama): Promise<void> {
  const removed = new Set(await deleteRows(trx, drama.id))
  const sortColumns = { play_count: drama.playCount, online_at: drama.onlineAt, is_finished: drama.isFinished }
  for (const { id, title } of [...drama.labels].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    const countChange = removed.delete(id) ? 0 : 1
    await trx
      .insertInto('labels')
      .values({ id, title: JSON.stringify(title), drama_count: 1 })
      .onConflict(conflict =>
        conflict.column('id').doUpdateSet({
          title: JSON.stringify(title),
          drama_count: sql`labels.drama_count + ${countChange}`
        })
      )
      .execute()
    await trx
      .insertInto('drama_labels')
      .values({ label_id: id, drama_id: drama.id, ...sortColumns })
      .execute()
  }
  await decrementCounts(trx, [...removed])
}

export async function removeLabels(trx: Transaction<Database>, dramaId: string): Promise<void> {
  await decrementCounts(trx, await deleteRows(trx, dramaId))
}

async function deleteRows(trx: Transaction<Database>, dramaId: string): Promise<string[]> {
  const rows = await trx.deleteFrom('drama_labels').where('drama_id', '=', dramaId).returning('label_id').execute()
  return rows.map(row => row.label_id)
}

async function decrementCounts(trx: Transaction<Database>, labels: string[]): Promise<void> {
  for (const id of labels.sort()) {
    await trx
      .updateTable('labels')
      .set({ drama_count: sql`drama_count - 1` })
      .where('id', '=', id)
      .where('drama_count', '>', 0)
      .execute()
  }
}
