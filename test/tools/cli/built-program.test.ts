// The program as `npm run build` writes it.
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { isBuiltin } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const { bin, dependencies, scripts, version } = JSON.parse(readFileSync('package.json', 'utf8'))

const start = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env: {} })
  return { status, stdout, stderr }
}

test('`drama` of package.json is executable and starts', () => {
  expect(bin).toEqual({ drama: 'dist/cli/drama.js' })
  accessSync(bin.drama, constants.X_OK)
  expect(readFileSync(bin.drama, 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node')
  expect(start(bin.drama, '--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
})

test('it imports no package that `npm ci --omit=dev` leaves out', () => {
  const files = readdirSync('dist/cli').filter(name => name.endsWith('.js'))
  const imported = files.flatMap(name =>
    [...readFileSync(`dist/cli/${name}`, 'utf8').matchAll(/(?:from|import\(|import) ?['"]([@\w][^'"]*)['"]/g)].map(
      ([, specifier = '']) => specifier
    )
  )
  const packages = [...new Set(imported)].filter(specifier => !isBuiltin(specifier))
  expect(packages.length).toBeGreaterThan(3)
  const toPackageName = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  expect(packages.filter(specifier => !(toPackageName(specifier) in dependencies))).toEqual([])
})

/** Specifiers of a built file and of the files that it imports at once, or which load a table of commands. */
function listEarlyImports(file: string, seen = new Set<string>()): Set<string> {
  const code = readFileSync(path.join('dist/cli', file), 'utf8')
  const early = /^import [^;]*?from '([^']+)'|import\('(\.\/commands-[^']+)'\)/gm
  for (const [, imported, table] of code.matchAll(early)) {
    const specifier = imported ?? table ?? ''
    if (seen.has(specifier)) continue
    seen.add(specifier)
    if (specifier.startsWith('./')) listEarlyImports(specifier, seen)
  }
  return seen
}

test('before a command runs it loads commander alone, because each call must start fast', () => {
  const early = [...listEarlyImports('drama.js')]
  const tables = new Set(readFileSync('tools/cli/cli-groups.ts', 'utf8').match(/import\('[^']+'\)/g))
  expect(early.filter(specifier => specifier.startsWith('./commands-'))).toHaveLength(tables.size)
  expect(early.filter(specifier => !specifier.startsWith('./') && !isBuiltin(specifier))).toEqual(['commander'])
})

test.each([
  ['operator', ['log'], '✗ OPERATOR_KEY is not set\n'],
  ['ingest', [], "✗ missing required argument 'folder'; usage: drama ingest <folder>\n"],
  ['media', ['push'], '✗ MEDIA_BUCKET is not set\n']
])('npm run %s starts it with its group', (name, words, stderr) => {
  expect(scripts[name]).toBe(`node tools/cli/launch.mjs ${name}`)
  expect(start('tools/cli/launch.mjs', name, ...words)).toEqual({ status: 2, stdout: '', stderr })
})

test('it sends the command of an operator to the server and prints the response', async () => {
  const requests: (string | undefined)[][] = []
  const server = createServer(({ method, url, headers }, response) => {
    requests.push([method, url, headers.authorization])
    response.end(JSON.stringify({ code: 200, msg: 'ok', data: { list: [{ id: 's_1' }], has_more: false } }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const child = spawn(process.execPath, [bin.drama, 'operator', 'reward', 'list', '1'], {
    env: { OPERATOR_URL: url, OPERATOR_KEY: 'the key' }
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const code = await new Promise(resolve => child.once('close', resolve))
  server.close()
  expect([code, output]).toEqual([0, 'id\ns_1\n\nhas_more  false\n'])
  expect(requests).toEqual([['GET', '/operator/reward_list?status=1', 'the key']])
})

test('without a build the scripts say in one line how to make it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-unbuilt-'))
  mkdirSync(path.join(folder, 'tools/cli'), { recursive: true })
  cpSync('tools/cli/launch.mjs', path.join(folder, 'tools/cli/launch.mjs'))
  const stderr = '✗ dist/cli/drama.js is missing: npm run build makes it\n'
  expect(start(path.join(folder, 'tools/cli/launch.mjs'), 'operator')).toEqual({ status: 2, stdout: '', stderr })
  rmSync(folder, { recursive: true })
})
