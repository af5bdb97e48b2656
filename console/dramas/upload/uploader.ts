// Entry of a chunk: sends files by tus. Loaded after the page is shown.
import { Uppy, type UppyFile } from '@uppy/core'
import Tus from '@uppy/tus'
import { readCsrfToken } from '../../api/send-action.js'
import {
  isSending,
  type RefusedFile,
  type SentFile,
  type UploadError,
  type Uploader,
  type UploaderState,
  type UploadLimits
} from './uploader-files.js'

const ENDPOINT = '/console/api/uploads'
const PARALLEL_UPLOADS = 3
/** About ten minutes. A try that gets on begins anew. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, ...Array.from({ length: 20 }, () => 30_000)]
const SPEED_WINDOW_MS = 6_000

const uploaders = new Map<string, Uploader>()

/** One for each drama, which goes on while the member looks at other pages of the console. */
export function openUploader(dramaId: string): Uploader {
  const known = uploaders.get(dramaId)
  if (known !== undefined) return known
  const created = createUploader(dramaId)
  uploaders.set(dramaId, created)
  return created
}

type TusFile = UppyFile<{ drama_id: string }, Record<string, never>>

function createUploader(dramaId: string): Uploader {
  const listeners = new Set<() => void>()
  const errors = new Map<string, UploadError>()
  const samples = new Map<string, { at: number; bytes: number }[]>()
  let refused: readonly RefusedFile[] = []
  let state: UploaderState = { files: [], refused }
  const uppy = new Uppy<{ drama_id: string }, Record<string, never>>({
    id: `uploads-${dramaId}`,
    autoProceed: true,
    allowMultipleUploadBatches: true,
    meta: { drama_id: dramaId }
  }).use(Tus, {
    // The browser goes on with an upload to the same address: a file may be uploaded for several dramas.
    endpoint: `${ENDPOINT}?drama=${encodeURIComponent(dramaId)}`,
    limit: PARALLEL_UPLOADS,
    retryDelays: RETRY_DELAYS_MS,
    allowedMetaFields: ['drama_id', 'name'],
    onBeforeRequest: request => request.setHeader('X-CSRF-Token', readCsrfToken())
  })

  const toSentFile = (file: TusFile): SentFile => ({
    id: file.id,
    name: file.name,
    size: file.size ?? 0,
    sent: Number(file.progress.bytesUploaded) || 0,
    uploadId: toUploadId(file),
    isStarted: file.progress.uploadStarted !== null,
    isPaused: file.isPaused === true,
    isDone: file.progress.uploadComplete === true,
    error: errors.get(file.id) ?? null,
    bytesPerSecond: computeSpeed(samples.get(file.id) ?? [])
  })

  const update = () => {
    state = { files: uppy.getFiles().map(toSentFile), refused }
    for (const listener of listeners) listener()
    if (state.files.some(isSending)) window.addEventListener('beforeunload', warnBeforeLeaving)
    else window.removeEventListener('beforeunload', warnBeforeLeaving)
  }

  uppy.on('state-update', update)
  uppy.on('upload-progress', (file, { bytesUploaded }) => {
    if (file === undefined) return
    const at = performance.now()
    const recent = (samples.get(file.id) ?? []).filter(sample => at - sample.at < SPEED_WINDOW_MS)
    samples.set(file.id, [...recent, { at, bytes: Number(bytesUploaded) }])
  })
  uppy.on('upload-error', (file, error) => {
    if (file === undefined) return
    errors.set(file.id, readUploadError(error))
    update()
  })
  uppy.on('file-removed', ({ id }) => {
    errors.delete(id)
    samples.delete(id)
  })

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(files, limits) {
      const added: RefusedFile[] = []
      for (const file of files) {
        const error = findFault(file, limits) ?? addFile(file)
        if (error !== null) added.push({ name: file.name, error })
      }
      refused = added
      update()
    },
    dismissRefused() {
      refused = []
      update()
    },
    togglePause(id) {
      samples.delete(id)
      uppy.pauseResume(id)
    },
    retry(id) {
      errors.delete(id)
      samples.delete(id)
      void uppy.retryUpload(id)
    },
    remove: id => uppy.removeFile(id)
  }

  function addFile(file: File): UploadError | null {
    try {
      // A file that was removed on the server may be sent again.
      for (const { id, isDone, name, size } of state.files)
        if (isDone && name === file.name && size === file.size) uppy.removeFile(id)
      uppy.addFile({ name: file.name, type: file.type, data: file })
      return null
    } catch {
      return 'duplicate'
    }
  }
}

const warnBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

function findFault(file: File, { maxBytes, extensions }: UploadLimits): UploadError | null {
  const name = file.name.toLowerCase()
  if (!extensions.some(extension => name.endsWith(extension))) return 'not_an_episode'
  if (file.size === 0) return 'empty_file'
  return file.size > maxBytes ? 'too_large' : null
}

function toUploadId(file: TusFile): string | null {
  const address = file.tus?.uploadUrl ?? file.uploadURL
  return typeof address === 'string' ? (address.split('/').at(-1) ?? null) : null
}

function computeSpeed(samples: readonly { at: number; bytes: number }[]): number {
  const [first] = samples
  const last = samples.at(-1)
  if (first === undefined || last === undefined || last.at - first.at < 500) return 0
  return Math.max(0, ((last.bytes - first.bytes) / (last.at - first.at)) * 1000)
}

const reasons: readonly UploadError[] = [
  'not_an_episode',
  'empty_file',
  'too_large',
  'no_space',
  'unknown_drama',
  'unknown_upload',
  'in_use',
  'offset'
]
/** Of answers that a proxy gives, or of the session. */
const errorsOfStatus: Readonly<Record<number, UploadError>> = {
  401: 'session',
  403: 'forbidden',
  413: 'too_large',
  507: 'no_space'
}

function readUploadError(error: unknown): UploadError {
  if (typeof error !== 'object' || error === null) return 'failed'
  if (!('originalResponse' in error)) return 'offline'
  const { originalResponse: response } = error as { originalResponse: TusResponse | null }
  if (response === null) return 'offline'
  const reason = readReason(response.getBody())
  return reasons.find(known => known === reason) ?? errorsOfStatus[response.getStatus()] ?? 'failed'
}

interface TusResponse {
  getStatus(): number
  getBody(): string
}

function readReason(body: string): unknown {
  try {
    return JSON.parse(body)?.data?.reason
  } catch {
    return null
  }
}
