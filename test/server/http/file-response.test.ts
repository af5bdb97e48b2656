import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendFile } from '../../../server/http/file-response.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drama-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const request = (headers: Record<string, string> = {}) => new Request('http://localhost/file', { headers })
const send = (path: string, headers?: Record<string, string>) =>
  sendFile(request(headers), path, { type: 'text/plain' })

function write(text: string, changedAtS: number): string {
  const path = join(folder, 'file.txt')
  writeFileSync(path, text)
  utimesSync(path, changedAtS, changedAtS)
  return path
}

test('a file that has been sent is sent anew, with another ETag, once it has changed', async () => {
  const path = write('first', 1000)
  const first = await send(path)
  expect(await first?.text()).toBe('first')
  expect(await (await send(path))?.text()).toBe('first')
  write('other', 2000)
  const second = await send(path)
  expect(await second?.text()).toBe('other')
  expect(second?.headers.get('ETag')).not.toBe(first?.headers.get('ETag'))
  expect((await send(path, { 'If-None-Match': second?.headers.get('ETag') ?? '' }))?.status).toBe(304)
})

test('a file that is gone is not sent from memory', async () => {
  const path = write('first', 1000)
  await (await send(path))?.text()
  rmSync(path)
  expect(await send(path)).toBeNull()
})

test('parts are the same at the first reading and from memory', async () => {
  const path = write('0123456789', 1000)
  for (const reading of ['first', 'second']) {
    const part = await send(path, { Range: 'bytes=2-5' })
    expect([reading, part?.status, part?.headers.get('Content-Range'), await part?.text()]).toEqual([
      reading,
      206,
      'bytes 2-5/10',
      '2345'
    ])
    expect((await send(path, { Range: 'bytes=10-' }))?.status).toBe(416)
  }
  const head = await sendFile(new Request('http://localhost/file', { method: 'HEAD' }), path, { type: 'text/plain' })
  expect([head?.headers.get('Content-Length'), await head?.text()]).toEqual(['10', ''])
})

test('a file without content has none, again and again', async () => {
  const path = write('', 1000)
  for (const _ of [1, 2]) expect([(await send(path))?.status, await (await send(path))?.text()]).toEqual([200, ''])
})

test('a file too large for the memory is sent in full', async () => {
  const text = 'x'.repeat(3 * 1024 * 1024)
  const path = write(text, 1000)
  for (const _ of [1, 2]) expect((await (await send(path))?.text()) === text).toBe(true)
})
