import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { BigIntColumn, Instant, OptionalInstant, OptionalText } from './column-types.js'

export interface IngestTables {
  uploads: UploadTable
  ingest_jobs: IngestJobTable
}

/** `id` is also the name of the file on disk; `file_name` is what the member's file was called. */
interface UploadTable {
  id: string
  drama_id: string
  file_name: string
  kind: 'video' | 'captions'
  episode_no: number | null
  /** Of captions. */
  lang: Lang | null
  size: BigIntColumn
  state: ColumnType<'uploading' | 'uploaded', 'uploading', 'uploaded'>
  created_by: string
  created_at: Instant
  /** When bytes arrived last. */
  updated_at: Instant
  job_id: OptionalText
  lock_holder: OptionalText
  locked_until: OptionalInstant
  is_lock_wanted: ColumnType<boolean, boolean | undefined, boolean>
}

export type UploadRow = Selectable<UploadTable>

export const ingestStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export const failureKinds = ['no_ffmpeg', 'no_space', 'broken_file', 'not_writable', 'server_ended', 'other'] as const
export type IngestFailureKind = (typeof failureKinds)[number]

interface IngestJobTable {
  id: string
  drama_id: string
  state: (typeof ingestStates)[number]
  created_by: string
  created_at: Instant
  started_at: OptionalInstant
  finished_at: OptionalInstant
  /** How often a server began with it. */
  attempt: Generated<number>
  lease_holder: OptionalText
  leased_until: OptionalInstant
  is_cancel_wanted: Generated<boolean>
  episodes_done: Generated<number>
  episodes_total: Generated<number>
  /** Name of the file that is encoded. */
  current_file: OptionalText
  /** Of the file that is encoded. */
  percent: Generated<number>
  log: ColumnType<string[], string | undefined, string>
  failure_kind: ColumnType<IngestFailureKind | null, IngestFailureKind | null | undefined, IngestFailureKind | null>
  failure: OptionalText
  failed_upload_id: OptionalText
}

export type IngestJobRow = Selectable<IngestJobTable>
