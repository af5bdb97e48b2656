// What pages know of the uploader, which is loaded later.

export type UploadError =
  | ('not_an_episode' | 'too_large' | 'duplicate' | 'empty_file' | 'no_space' | 'unknown_drama' | 'unknown_upload')
  | ('in_use' | 'offset' | 'session' | 'forbidden' | 'offline' | 'failed')

export interface SentFile {
  id: string
  name: string
  size: number
  sent: number
  /** Null until the server has answered. */
  uploadId: string | null
  isStarted: boolean
  isPaused: boolean
  isDone: boolean
  error: UploadError | null
  bytesPerSecond: number
}

export interface RefusedFile {
  name: string
  error: UploadError
}

export interface UploaderState {
  files: readonly SentFile[]
  refused: readonly RefusedFile[]
}

export interface Uploader {
  read(): UploaderState
  subscribe(listener: () => void): () => void
  add(files: readonly File[], limits: UploadLimits): void
  dismissRefused(): void
  togglePause(id: string): void
  retry(id: string): void
  remove(id: string): void
}

export interface UploadLimits {
  maxBytes: number
  extensions: readonly string[]
}

export const isSending = ({ isDone, isPaused, error }: SentFile): boolean => !isDone && !isPaused && error === null
