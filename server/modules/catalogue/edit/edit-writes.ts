import type { Kysely, Transaction } from 'kysely'
import { langs } from '../../../../contract/protocol/language.js'
import type { DramaEditRow } from '../../../db/schema/drama-edit-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import { type DramaFields, dramaFields } from './drama-fields.js'

export interface DramaEdits extends Omit<DramaEditRow, 'fields'> {
  fields: DramaFields
}

export async function readEdits(db: Kysely<Database>, dramaId: string): Promise<DramaEdits | null> {
  const row = await db.selectFrom('drama_edits').selectAll().where('drama_id', '=', dramaId).executeTakeFirst()
  return row === undefined ? null : toEdits(row)
}

/** The transaction must have locked the drama's row before, if there is one. */
export async function lockEdits(trx: Transaction<Database>, dramaId: string): Promise<DramaEdits | null> {
  const row = await trx
    .selectFrom('drama_edits')
    .selectAll()
    .where('drama_id', '=', dramaId)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : toEdits(row)
}

/** Reads what an older or newer version wrote, too. */
const toEdits = (row: DramaEditRow): DramaEdits => ({ ...row, fields: dramaFields.parse(row.fields) })

/** Of a draft, and of a drama that nobody has edited: the first edit makes version 2. */
export const FIRST_VERSION = 1

export interface EditsChange {
  dramaId: string
  /** What `lockEdits` returned. */
  before: DramaEdits | null
  version: number
  fields: DramaFields
  /** Of a drama that is created. */
  isDraft?: boolean
  now: Date
  operator: string
}

export async function writeEdits(trx: Transaction<Database>, change: EditsChange): Promise<DramaEdits> {
  const { dramaId, before, version, fields, now, operator } = change
  const isDraft = change.isDraft ?? before?.is_draft ?? false
  const columns = {
    version,
    fields: JSON.stringify(fields),
    is_draft: isDraft,
    began_as_draft: change.isDraft ?? before?.began_as_draft ?? false,
    needs_texts: isMissingTexts(fields, isDraft),
    updated_at: now,
    updated_by: operator
  }
  const row = await trx
    .insertInto('drama_edits')
    .values({ drama_id: dramaId, ...columns, created_at: now, created_by: operator })
    .onConflict(conflict => conflict.column('drama_id').doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toEdits(row)
}

/** The package of a drama that is no draft has all texts. */
const isMissingTexts = ({ title, synopsis, copied = [] }: DramaFields, isDraft: boolean): boolean =>
  copied.length > 0 || (isDraft && langs.some(lang => !title?.[lang] || !synopsis?.[lang]))
