import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDirectory } from '../../../server/db/pglite/directory-lock.js'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drama-lock-'))
  path = join(folder, 'pg.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the lock names this process and is given back', () => {
  const unlock = lockDirectory(path)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
  expect(() => lockDirectory(path)).toThrow(`is in use by process ${process.pid}`)
  unlock()
  expect(existsSync(path)).toBe(false)
  lockDirectory(path)()
  expect(readdirSync(folder)).toEqual([])
})

test('a living process keeps its lock, whatever its age', async () => {
  const living = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'])
  await once(living, 'spawn')
  writeFileSync(path, JSON.stringify({ pid: living.pid, startedAt: null }))
  expect(() => lockDirectory(path)).toThrow(`DATA_DIR: ${folder} is in use by process ${living.pid}`)
  const exited = once(living, 'exit')
  living.kill('SIGKILL')
  await exited
  lockDirectory(path)()
})

test('a pid that another process has by now does not keep the lock', () => {
  writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: '1' }))
  lockDirectory(path)()
})

test.each(['', '{', '{}', 'null', '{"pid":"x","startedAt":null}'])(
  'a lock file that says nothing is taken over: %j',
  text => {
    writeFileSync(path, text)
    const unlock = lockDirectory(path)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
    unlock()
  }
)

test('of many processes that find a stale lock at once, one gets it', async () => {
  writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' }))
  const module = new URL('../../../server/db/pglite/directory-lock.ts', import.meta.url).href
  const script = `import(${JSON.stringify(module)}).then(({ lockDirectory }) => { lockDirectory(${JSON.stringify(path)}); console.log('taken'); process.stdin.resume() }).catch(error => console.log(error.message))`
  const starters = Array.from({ length: 4 }, () => spawn(process.execPath, ['--import', 'tsx', '-e', script]))
  const outputs = await Promise.all(
    starters.map(async starter => String((await once(starter.stdout, 'data'))[0]).trim())
  )
  for (const starter of starters) starter.stdin.end()
  await Promise.all(starters.map(starter => starter.exitCode ?? once(starter, 'exit')))
  expect(outputs.filter(line => line === 'taken')).toHaveLength(1)
  expect(outputs.filter(line => line.includes('is in use by process'))).toHaveLength(3)
})
