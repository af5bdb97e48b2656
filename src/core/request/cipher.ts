// AES-256-CBC with PKCS7, text in base64. Loads crypto-js for MD5, and on plain http, where WebCrypto is missing.

export interface CipherKey {
  key: string
  iv: string
}

const bytes = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0))
const fromBase64 = (text: string) => bytes(atob(text))

function toBase64(buffer: ArrayBuffer): string {
  let text = ''
  for (const byte of new Uint8Array(buffer)) text += String.fromCharCode(byte)
  return btoa(text)
}

async function importKey(subtle: SubtleCrypto, key: string) {
  return subtle.importKey('raw', bytes(key), 'AES-CBC', false, ['encrypt', 'decrypt'])
}

export async function decrypt(subtle: SubtleCrypto | undefined, text: string, { key, iv }: CipherKey): Promise<string> {
  if (!subtle) return (await import('./cipher-fallback.js')).decrypt(text, key, iv)
  const plain = await subtle.decrypt({ name: 'AES-CBC', iv: bytes(iv) }, await importKey(subtle, key), fromBase64(text))
  return new TextDecoder('utf-8', { fatal: true }).decode(plain)
}

export async function encrypt(subtle: SubtleCrypto | undefined, text: string, { key, iv }: CipherKey): Promise<string> {
  if (!subtle) return (await import('./cipher-fallback.js')).encrypt(text, key, iv)
  const plain = new TextEncoder().encode(text)
  return toBase64(await subtle.encrypt({ name: 'AES-CBC', iv: bytes(iv) }, await importKey(subtle, key), plain))
}

export async function envelopeKey(secret: string): Promise<CipherKey> {
  const { md5Hex } = await import('./cipher-fallback.js')
  return { key: md5Hex(secret), iv: secret }
}
