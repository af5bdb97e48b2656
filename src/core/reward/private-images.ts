// Screenshots are downloaded with the token, which an `<img>` cannot send.
import type { App } from '../app.js'
import { RequestError } from '../request/request-error.js'
import { handleSessionInvalid } from '../request/request-session.js'

export interface PrivateImages {
  /**
   * An object URL, revoked when `signal` aborts. Undefined if the server has deleted the image; rejects with a
   * RequestError.
   */
  open(imageId: string): Promise<string | undefined>
}

const HTTP_NOT_FOUND = 404

export function createPrivateImages(
  { connection, session }: Pick<App, 'connection' | 'session'>,
  signal: AbortSignal
): PrivateImages {
  const objectUrls = new Map<string, string>()
  signal.addEventListener('abort', () => {
    for (const url of objectUrls.values()) URL.revokeObjectURL(url)
    objectUrls.clear()
  })

  async function load(url: string, isRepeated: boolean): Promise<Blob | undefined> {
    const token = session.token()
    const { status, body } = await connection.request({ url, method: 'GET', responseType: 'arraybuffer', signal })
    if (status === HTTP_NOT_FOUND) return undefined
    const bytes = body instanceof ArrayBuffer ? body : new ArrayBuffer(0)
    if (isJpeg(bytes)) return new Blob([bytes], { type: 'image/jpeg' })
    if (await handleSessionInvalid(readCode(bytes), { url, token, isRepeated }, session.forceLogout))
      return load(url, true)
    throw new RequestError('server', 'no picture', status)
  }

  return {
    async open(imageId) {
      const cached = objectUrls.get(imageId)
      if (cached !== undefined) return cached
      const picture = await load(`/upload/image/${encodeURIComponent(imageId)}`, false)
      if (!picture) return undefined
      const objectUrl = URL.createObjectURL(picture)
      objectUrls.set(imageId, objectUrl)
      return objectUrl
    }
  }
}

/** Of an envelope that came instead of a picture. */
function readCode(bytes: ArrayBuffer): number | undefined {
  try {
    return Object(JSON.parse(new TextDecoder().decode(bytes))).code
  } catch {
    return undefined
  }
}

function isJpeg(bytes: ArrayBuffer): boolean {
  const [first, second, third] = new Uint8Array(bytes, 0, Math.min(3, bytes.byteLength))
  return first === 0xff && second === 0xd8 && third === 0xff
}
