import type { ColumnType, Selectable } from 'kysely'
import type { DramaFields } from '../../modules/catalogue/edit/drama-fields.js'
import type { Instant, Json, OptionalBigIntColumn, OptionalInstant, OptionalText } from './column-types.js'

export interface DramaEditTables {
  drama_edits: DramaEditTable
  drama_entries: DramaEntryTable
}

/** `fields` has only what was changed. A drama with `is_draft` stays offline until it is published. */
interface DramaEditTable {
  drama_id: string
  version: number
  fields: Json<DramaFields>
  is_draft: ColumnType<boolean, boolean | undefined, boolean>
  /** Its package says nothing that somebody has chosen. */
  began_as_draft: ColumnType<boolean, boolean | undefined, boolean>
  needs_texts: ColumnType<boolean, boolean | undefined, boolean>
  publish_at: OptionalInstant
  /** Who has set `publish_at`. */
  scheduled_by: OptionalText
  created_at: Instant
  created_by: string
  updated_at: Instant
  updated_by: string
}

export type DramaEditRow = Selectable<DramaEditTable>

/** Triggers write everything but the names. */
interface DramaEntryTable {
  drama_id: string
  state: 'online' | 'offline' | 'draft'
  publish_at: OptionalInstant
  needs_texts: ColumnType<boolean, boolean | undefined, boolean>
  play_count: OptionalBigIntColumn
  updated_at: Instant
  /** Postgres makes a tsvector of it. */
  names: ColumnType<string | null, never, never>
  names_version: ColumnType<number, number | undefined, number>
}
