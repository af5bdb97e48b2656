import { atom, type ReadableAtom } from 'nanostores'
import type { App } from '../app.js'

export interface ImagePreviewOptions {
  urls?: readonly string[]
  current?: number | string
}

export interface ImagePreviewState {
  id: number
  urls: readonly string[]
  current: number
}

export interface ImagePreview {
  $preview: ReadableAtom<ImagePreviewState | undefined>
  show(options?: ImagePreviewOptions): Promise<{ errMsg: string }>
  close(): void
}

export function getOrCreateImagePreview(app: App): ImagePreview {
  app.imagePreview ??= createImagePreview()
  return app.imagePreview
}

export function createImagePreview(): ImagePreview {
  const $preview = atom<ImagePreviewState | undefined>()
  let lastId = 0
  return {
    $preview,
    async show({ urls = [], current } = {}) {
      if (urls.length === 0) throw noUrlsError()
      $preview.set({ id: ++lastId, urls: [...urls], current: indexOfCurrent(current, urls) })
      return { errMsg: 'previewImage:ok' }
    },
    close: () => $preview.set(undefined)
  }
}

function indexOfCurrent(current: number | string | undefined, urls: readonly string[]): number {
  const index = typeof current === 'string' ? urls.indexOf(current) : Number(current)
  return Number.isInteger(index) && index > 0 && index < urls.length ? index : 0
}

function noUrlsError(): Error {
  const errMsg = 'previewImage:fail Missing required args: "urls"'
  return Object.assign(new Error(errMsg), { errMsg })
}
