// Reads the first bytes of a file, so that no image is sent that the server would refuse.

export type ImageProblem = 'empty' | 'type' | 'size' | 'dimensions' | 'pixels' | 'broken'

/** Limits of the server. `side`: the shorter side in pixels, `pixels`: width by height. */
export const IMAGE_LIMITS = { bytes: 5 * 1024 * 1024, side: 320, pixels: 25_000_000 }

interface Size {
  width: number
  height: number
}

const HEADER_BYTES = 512 * 1024

export async function findImageProblem(file: Blob, limits = IMAGE_LIMITS): Promise<ImageProblem | undefined> {
  if (file.size === 0) return 'empty'
  const bytes = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer())
  const type = detectType(bytes)
  if (!type) return 'type'
  if (file.size > limits.bytes) return 'size'
  const size = sizes[type](new DataView(bytes.buffer))
  if (!size) return undefined
  if (Math.min(size.width, size.height) < limits.side) return 'dimensions'
  return size.width * size.height > limits.pixels ? 'pixels' : undefined
}

function detectType(bytes: Uint8Array): keyof typeof sizes | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 12))
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  return /^RIFF[\s\S]{4}WEBP$/.test(text) ? 'webp' : undefined
}

const sizes = {
  png: (head: DataView): Size | undefined =>
    head.byteLength < 24 ? undefined : { width: head.getUint32(16), height: head.getUint32(20) },
  jpeg(head: DataView): Size | undefined {
    for (let at = 2; at + 9 < head.byteLength; at += 2 + head.getUint16(at + 2)) {
      const marker = head.getUint16(at)
      // Start-of-frame markers. The three exceptions are tables in the same range.
      const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
      if (isFrame) return { height: head.getUint16(at + 5), width: head.getUint16(at + 7) }
      if (marker < 0xff00 || head.getUint16(at + 2) < 2) return undefined
    }
    return undefined
  },
  webp(head: DataView): Size | undefined {
    if (head.byteLength < 30) return undefined
    const chunk = String.fromCharCode(...[12, 13, 14, 15].map(at => head.getUint8(at)))
    if (chunk === 'VP8X') return { width: 1 + threeBytes(head, 24), height: 1 + threeBytes(head, 27) }
    if (chunk === 'VP8 ') return { width: head.getUint16(26, true) & 0x3fff, height: head.getUint16(28, true) & 0x3fff }
    if (chunk !== 'VP8L') return undefined
    const bits = head.getUint32(21, true)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
  }
}

function threeBytes(head: DataView, at: number): number {
  return head.getUint16(at, true) + (head.getUint8(at + 2) << 16)
}
