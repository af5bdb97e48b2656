// Screenshots are downloaded with the token, which an `<img>` cannot send.
import type { App } from '../app.js'
import { RequestError } from '../request/request-error.js'

export interface PrivateImages {
  /**
   * An object URL, revoked when `signal` aborts. Undefined if the server has deleted the image; rejects with a
   * RequestError.
   */
  open(imageId: string): Promise<string | undefined>
}

const HTTP_NOT_FOUND = 404

export function createPrivateImages({ connection }: Pick<App, 'connection'>, signal: AbortSignal): PrivateImages {
  const objectUrls = new Map<string, string>()
  signal.addEventListener('abort', () => {
    for (const url of objectUrls.values()) URL.revokeObjectURL(url)
    objectUrls.clear()
  })
  return {
    async open(imageId) {
      const cached = objectUrls.get(imageId)
      if (cached !== undefined) return cached
      const url = `/upload/image/${encodeURIComponent(imageId)}`
      const { status, body } = await connection.request({ url, method: 'GET', responseType: 'arraybuffer', signal })
      if (status === HTTP_NOT_FOUND) return undefined
      if (!(body instanceof ArrayBuffer) || !isJpeg(body)) throw new RequestError('server', 'no picture', status)
      const objectUrl = URL.createObjectURL(new Blob([body], { type: 'image/jpeg' }))
      objectUrls.set(imageId, objectUrl)
      return objectUrl
    }
  }
}

function isJpeg(bytes: ArrayBuffer): boolean {
  const [first, second, third] = new Uint8Array(bytes, 0, Math.min(3, bytes.byteLength))
  return first === 0xff && second === 0xd8 && third === 0xff
}
