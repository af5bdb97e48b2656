import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Uploader, UploaderState } from './uploader-files.js'

const emptyState: UploaderState = { files: [], refused: [] }
const doNothing = () => undefined

interface LoadedUploader {
  /** Null until its code is loaded. */
  uploader: Uploader | null
  state: UploaderState
  hasFailed: boolean
  load(): void
}

/** Loads the code that sends files once the page is shown. */
export function useUploader(dramaId: string): LoadedUploader {
  const [uploader, setUploader] = useState<Uploader | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    import('./uploader.js').then(
      ({ openUploader }) => setUploader(openUploader(dramaId)),
      () => setFailed(true)
    )
  }, [dramaId])
  useEffect(load, [load])
  const state = useSyncExternalStore(
    listener => uploader?.subscribe(listener) ?? doNothing,
    () => uploader?.read() ?? emptyState
  )
  return { uploader, state, hasFailed, load }
}
