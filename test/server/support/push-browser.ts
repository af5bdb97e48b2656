import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  type JsonWebKey,
  randomBytes,
  verify
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PushBrowser = ReturnType<typeof createPushBrowser>

/** A browser's half of Web Push: its subscription, and how it reads a message (RFC 8291, aes128gcm). */
export function createPushBrowser(endpoint: string) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const subscription = { endpoint, p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }
  return {
    subscription,
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const keyLength = body.readUInt8(20)
      const senderKey = body.subarray(21, 21 + keyLength)
      const cipherText = body.subarray(21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
      const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(senderKey), auth, info, 32))
      const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
      const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(cipherText.subarray(-16))
      const padded = Buffer.concat([decipher.update(cipherText.subarray(0, -16)), decipher.final()])
      // The byte 2 ends the last record's text.
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'))
    }
  }
}

/** The claims of a VAPID header (RFC 8292). Throws if the signature is wrong. */
export function readVapidClaims(header: string): { aud: string; sub: string; key: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey })
  const signed = Buffer.from(`${head}.${claims}`)
  const format = { key: publicKey, dsaEncoding: 'ieee-p1363' as const }
  if (!verify('sha256', signed, format, Buffer.from(signature, 'base64url'))) throw new Error('wrong signature')
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')), key }
}

interface PushRequest {
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service on this machine. `answer` says with which status it answers a path. */
export async function openPushService() {
  const requests: PushRequest[] = []
  const state: { answer: (url: string) => number } = { answer: () => 201 }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { url = '', headers } = request
    requests.push({ url, headers, body: Buffer.concat(parts) })
    response.writeHead(state.answer(url)).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { base, requests, state, close: () => server.close() }
}
