// Pictures in full size, over everything.
import { atom, type ReadableAtom } from 'nanostores'

export interface ImagePreviewOptions {
  /** Addresses of the pictures, at least one. */
  urls?: readonly string[]
  /** The one to begin with: its place among `urls`, or its address. The first when absent or not among them. */
  current?: number | string
}

export interface Preview {
  /** Another one for each time it was asked for. */
  id: number
  urls: readonly string[]
  current: number
}

export interface ImagePreview {
  $preview: ReadableAtom<Preview | undefined>
  /** Opens, or changes what is open. Rejects with `previewImage:fail …`, also under `errMsg`, without a picture. */
  show(options?: ImagePreviewOptions): Promise<{ errMsg: string }>
  close(): void
}

export function createImagePreview(): ImagePreview {
  const $preview = atom<Preview | undefined>()
  let lastId = 0
  return {
    $preview,
    async show({ urls = [], current } = {}) {
      if (urls.length === 0) throw noUrlsError()
      $preview.set({ id: ++lastId, urls: [...urls], current: placeOf(current, urls) })
      return { errMsg: 'previewImage:ok' }
    },
    close: () => $preview.set(undefined)
  }
}

function placeOf(current: number | string | undefined, urls: readonly string[]): number {
  const place = typeof current === 'string' ? urls.indexOf(current) : Number(current)
  return Number.isInteger(place) && place > 0 && place < urls.length ? place : 0
}

function noUrlsError(): Error {
  const errMsg = 'previewImage:fail Missing required args: "urls"'
  return Object.assign(new Error(errMsg), { errMsg })
}
