import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { createFieldError } from '../../../http/business-error.js'
import type { DramaRow } from '../drama-response.js'
import { buildIndexRows } from '../indexing.js'
import type { PackageFolder } from '../package/package-folder.js'
import { lockDrama, toEditedColumns } from '../package/package-writes.js'
import type { DramaFields } from './drama-fields.js'
import { indexNames } from './drama-names.js'
import { type DramaEdits, FIRST_VERSION, lockEdits, writeEdits } from './edit-writes.js'
import { applyEdits, type EditableDrama, toEditableDrama } from './edited-drama.js'
import { type FieldsChange, mergeFields } from './merge-fields.js'

export interface SavedChange {
  dramaId: string
  /** What the editor saw. */
  version: number
  change: FieldsChange
  /** The package on this server, if it has one. */
  loaded: PackageFolder | null
  now: Date
  operator: string
}

/** Keeps the change and shows it to viewers at once. Null for an unknown drama. Throws 4001 if another was faster. */
export async function saveEdits(trx: Transaction<Database>, saved: SavedChange): Promise<DramaEdits | null> {
  const { dramaId, change, now, operator } = saved
  const locked = await lockDrama(trx, dramaId)
  const before = await lockEdits(trx, dramaId)
  if (locked === undefined && before === null) return null
  if ((before?.version ?? FIRST_VERSION) !== saved.version) throw createFieldError('version', 'changed_meanwhile')
  const fields = mergeFields(before?.fields ?? {}, change)
  const next = { dramaId, before, version: saved.version + 1, fields, now, operator }
  if (locked === undefined) {
    const written = await writeEdits(trx, next)
    await indexNames(trx, dramaId)
    return written
  }
  const row = await trx.selectFrom('dramas').selectAll().where('id', '=', dramaId).executeTakeFirstOrThrow()
  const { loaded } = saved
  const base =
    loaded !== null && loaded.hash === row.package_hash
      ? toEditableDrama(loaded)
      : await readBase(trx, row, before?.fields ?? {})
  const edited = applyEdits(base, fields)
  checkNumbers(base, edited, fields)
  const written = await writeEdits(trx, next)
  await storeEdited(trx, row, edited, now)
  await indexNames(trx, dramaId)
  return written
}

/** What the database has, with the numbers of the package, for a server without the package. */
export async function readBase(
  trx: Transaction<Database>,
  row: DramaRow,
  fields: Pick<DramaFields, 'numbers'>
): Promise<EditableDrama> {
  const films = new Map(Object.entries(fields.numbers ?? {}).map(([film, no]) => [no, Number(film)]))
  const episodes = await trx
    .selectFrom('episodes')
    .selectAll()
    .where('drama_id', '=', row.id)
    .where('status', '=', 'online')
    .orderBy('no')
    .execute()
  return {
    ...row,
    cast: row.cast_names,
    episodes: episodes.map(({ no, asset, title, duration_s, price, captions }) => ({
      film: films.get(no) ?? no,
      no,
      asset,
      title,
      duration_s,
      price,
      captions
    }))
  }
}

/** Viewers bought numbers, so a film may only move to a number that another leaves. */
function checkNumbers(base: EditableDrama, edited: EditableDrama, { numbers = {} }: DramaFields): void {
  const isElsewhere = edited.episodes.some(({ film, no }) => no !== (numbers[film] ?? film))
  if (isElsewhere) throw createFieldError('numbers', 'same_number')
  const numbersOf = (list: readonly number[]) => list.toSorted((one, other) => one - other).join()
  const now = numbersOf(edited.episodes.map(({ no }) => no))
  const isSame = [base.episodes.map(({ film }) => film), base.episodes.map(({ no }) => no)].some(
    list => numbersOf(list) === now
  )
  if (!isSame) throw createFieldError('numbers', 'other_numbers')
}

async function storeEdited(
  trx: Transaction<Database>,
  { id, status, play_count, online_at }: DramaRow,
  edited: EditableDrama,
  now: Date
): Promise<void> {
  await trx.updateTable('dramas').set(toEditedColumns(edited, now)).where('id', '=', id).execute()
  const episodes = edited.episodes.map(({ no, asset, title, duration_s, price, captions }) => ({
    no,
    asset,
    title,
    duration_s,
    price,
    captions
  }))
  await sql`update episodes set asset = moved.asset, title = moved.title, duration_s = moved.duration_s,
      price = moved.price, captions = moved.captions
    from jsonb_to_recordset(${JSON.stringify(episodes)}::jsonb)
      as moved (no integer, asset text, title jsonb, duration_s double precision, price integer, captions jsonb)
    where episodes.drama_id = ${id} and episodes.no = moved.no and episodes.status = 'online'`.execute(trx)
  if (status === 'online') await buildIndexRows(trx, { ...edited, id, cast_names: edited.cast, play_count, online_at })
}
