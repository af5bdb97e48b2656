// Screenshots that only the server has: their owner alone sees them, with the token, so their address is none for an <img>.
import type { App } from '../app.js'
import { RequestError } from '../request/request-error.js'

export interface PrivateImages {
  /** An object URL, void when the signal ends; undefined where the server has the picture no more. Rejects with a RequestError. */
  open(imageId: string): Promise<string | undefined>
}

const GONE = 404

export function createPrivateImages({ connection }: Pick<App, 'connection'>, signal: AbortSignal): PrivateImages {
  const opened = new Map<string, string>()
  signal.addEventListener('abort', () => {
    for (const url of opened.values()) URL.revokeObjectURL(url)
    opened.clear()
  })
  return {
    async open(imageId) {
      const known = opened.get(imageId)
      if (known !== undefined) return known
      const url = `/upload/image/${encodeURIComponent(imageId)}`
      const { status, body } = await connection.request({ url, method: 'GET', responseType: 'arraybuffer', signal })
      if (status === GONE) return undefined
      if (!(body instanceof ArrayBuffer) || !isJpeg(body)) throw new RequestError('server', 'no picture', status)
      const picture = URL.createObjectURL(new Blob([body], { type: 'image/jpeg' }))
      opened.set(imageId, picture)
      return picture
    }
  }
}

/** Anything else is a refusal. */
function isJpeg(bytes: ArrayBuffer): boolean {
  const [first, second, third] = new Uint8Array(bytes, 0, Math.min(3, bytes.byteLength))
  return first === 0xff && second === 0xd8 && third === 0xff
}
