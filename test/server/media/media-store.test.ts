import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFolder } from '../../../server/modules/media/media-store.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drama-package-'))
  mkdirSync(join(folder, 'objects'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function read(key: string): Promise<string | undefined> {
  const file = await openFolder(folder).open(key, { isHead: false, range: null, ifNoneMatch: null })
  return file?.state === 'content' ? await new Response(file.body).text() : undefined
}

test('a cover that is replaced in its package is sent anew', async () => {
  writeFileSync(join(folder, 'cover.webp'), 'old')
  expect(await read('cover.webp')).toBe('old')
  writeFileSync(join(folder, 'cover.webp'), 'the new one')
  expect(await read('cover.webp')).toBe('the new one')
})

test('an object, whose name is the hash of its content, is read once', async () => {
  const path = join(folder, 'objects/0123.m4s')
  writeFileSync(path, 'content')
  expect(await read('objects/0123.m4s')).toBe('content')
  rmSync(path)
  expect(await read('objects/0123.m4s')).toBe('content')
  expect(await read('objects/4567.m4s')).toBeUndefined()
})
