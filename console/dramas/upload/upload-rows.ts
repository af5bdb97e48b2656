import type { ListItem } from '../../api/action-types.js'
import { isSending, type SentFile } from './uploader-files.js'

export type StoredUpload = ListItem<'/operator/upload_list'>
export type IngestJob = ListItem<'/operator/ingest_list'>

/** A file of the drama: one that this browser sends, one that the server has, or both. */
export interface UploadRowData {
  key: string
  name: string
  size: number
  sent: number
  file: SentFile | null
  upload: StoredUpload | null
  state: 'waiting' | 'connecting' | 'sending' | 'paused' | 'error' | 'stopped' | 'uploaded' | 'in_job' | 'failed'
}

export function listUploadRows(
  files: readonly SentFile[],
  uploads: readonly StoredUpload[],
  job: IngestJob | null
): UploadRowData[] {
  const stored = uploads.map(upload => {
    const file = files.find(({ uploadId }) => uploadId === upload.id) ?? null
    return toRow(file, upload, job)
  })
  // What is done and no longer stored was processed or removed.
  const others = files.filter(({ uploadId, isDone }) => !isDone && !uploads.some(({ id }) => id === uploadId))
  return [...stored, ...others.map(file => toRow(file, null, job))]
}

function toRow(file: SentFile | null, upload: StoredUpload | null, job: IngestJob | null): UploadRowData {
  return {
    key: upload?.id ?? file?.id ?? '',
    name: upload?.file_name ?? file?.name ?? '',
    size: upload?.size ?? file?.size ?? 0,
    sent: Math.max(file?.sent ?? 0, upload?.received ?? 0),
    file,
    upload,
    state: readState(file, upload, job)
  }
}

function readState(file: SentFile | null, upload: StoredUpload | null, job: IngestJob | null): UploadRowData['state'] {
  if (upload?.state === 'uploaded') {
    const isOfJob = job !== null && upload.job_id === job.id
    if (isOfJob && isActive(job)) return 'in_job'
    return isOfJob && job.state === 'failed' && job.failed_upload_id === upload.id ? 'failed' : 'uploaded'
  }
  if (file === null) return 'stopped'
  if (file.isDone) return 'uploaded'
  if (file.error !== null) return 'error'
  if (file.isPaused) return 'paused'
  if (!isSending(file) || !file.isStarted || file.uploadId === null) return 'waiting'
  return file.bytesPerSecond > 0 ? 'sending' : 'connecting'
}

export const isActive = ({ state }: Pick<IngestJob, 'state'>): boolean => state === 'queued' || state === 'running'
