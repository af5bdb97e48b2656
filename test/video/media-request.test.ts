import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { requestMedia } from '../../src/video/media-request.js'

const box = (type: string, size: number) => {
  const bytes = Buffer.alloc(size, 7)
  bytes.writeUInt32BE(size)
  bytes.write(type, 4, 'latin1')
  return bytes
}

const segment = Buffer.concat([box('moof', 100), box('mdat', 900), box('moof', 100), box('mdat', 400)])

/** Requests a segment whose attempts get these answers, the last one again and again. */
async function requestSegment(...answers: ((response: ServerResponse) => void)[]) {
  let attempts = 0
  const server = createServer((_request, response) => answers[Math.min(attempts++, answers.length - 1)]?.(response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const pieces: Uint8Array[] = []
  const { data } = await requestMedia({
    source: { toCurrentUrl: url => url, renew: async () => false },
    url: `http://127.0.0.1:${port}/`,
    isText: false,
    signal: new AbortController().signal,
    isStarving: () => false,
    onProgress: () => undefined,
    onChunks: bytes => pieces.push(bytes)
  })
  return { data: Buffer.from(data as ArrayBuffer), pieces, attempts }
}

test('complete boxes are passed on as they arrive, each once, also when the request is repeated', async () => {
  const cut = (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Length': segment.length })
    response.write(segment.subarray(0, 1050), () => response.destroy())
  }
  const { data, pieces, attempts } = await requestSegment(cut, response => response.end(segment))
  expect(attempts).toBe(2)
  expect(data.equals(segment)).toBe(true)
  expect(Buffer.concat(pieces).equals(segment)).toBe(true)
  expect(pieces.map(piece => piece.length)).toEqual([1000, 500])
})

test('hls.js never gets less than a chunk first', async () => {
  const whole = Buffer.concat([box('styp', 24), segment, box('mfra', 30)])
  const trickle = async (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Length': whole.length })
    for (const [start, end] of [
      [0, 1],
      [1, 30],
      [30, 200],
      [200, 1060],
      [1060, whole.length]
    ]) {
      await new Promise(resolve => response.write(whole.subarray(start, end), resolve))
      await new Promise(resolve => setImmediate(resolve))
    }
    response.end()
  }
  const { data, pieces } = await requestSegment(response => void trickle(response))
  expect(data.equals(whole)).toBe(true)
  expect(Buffer.concat(pieces).equals(whole)).toBe(true)
  expect(pieces[0]?.length).toBe(1024)
})

test('a response that is no segment is not passed on', async () => {
  const page = Buffer.from('<!doctype html><title>Wi-Fi</title>'.repeat(40))
  const { data, pieces } = await requestSegment(
    response => response.end(page),
    response => response.end(segment)
  )
  expect(data.equals(segment)).toBe(true)
  expect(Buffer.concat(pieces).equals(segment)).toBe(true)
})

test('a refusal of the old ticket that arrives after a renewal does not renew again', async () => {
  const held: (() => void)[] = []
  const server = createServer(({ url }, response) => {
    const refuse = () => response.writeHead(403).end()
    if (url?.startsWith('/new/')) response.end('text')
    else if (url?.endsWith('late')) held.push(refuse)
    else refuse()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  let ticket = 'old'
  let renewals = 0
  const source = {
    toCurrentUrl: (url: string) => `http://127.0.0.1:${port}/${ticket}/${url}`,
    async renew() {
      renewals++
      ticket = 'new'
      return true
    }
  }
  const request = (url: string) =>
    requestMedia({
      source,
      url,
      isText: true,
      signal: new AbortController().signal,
      isStarving: () => false,
      onProgress: () => undefined
    })
  const late = request('late')
  await expect.poll(() => held.length).toBe(1)
  expect((await request('early')).data).toBe('text')
  held[0]?.()
  expect((await late).data).toBe('text')
  expect(renewals).toBe(1)
})
