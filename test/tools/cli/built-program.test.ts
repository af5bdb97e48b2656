// The program as `npm run build` writes it.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
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
    [...readFileSync(`dist/cli/${name}`, 'utf8').matchAll(/(?:from|import\(|import) ?['"]([^'".][^'"]*)['"]/g)].map(
      ([, specifier = '']) => specifier
    )
  )
  const packages = [...new Set(imported)].filter(specifier => !isBuiltin(specifier))
  expect(packages.length).toBeGreaterThan(3)
  const toPackageName = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  expect(packages.filter(specifier => !(toPackageName(specifier) in dependencies))).toEqual([])
})

test.each([
  ['operator', ['log'], '✗ OPERATOR_KEY is not set\n'],
  ['ingest', [], "✗ missing required argument 'folder'; usage: drama ingest <folder>\n"],
  ['media', ['push'], '✗ MEDIA_BUCKET is not set\n']
])('npm run %s starts it with its group', (name, words, stderr) => {
  expect(scripts[name]).toBe(`node tools/cli/launch.mjs ${name}`)
  expect(start('tools/cli/launch.mjs', name, ...words)).toEqual({ status: 2, stdout: '', stderr })
})

test('without a build the scripts say in one line how to make it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-unbuilt-'))
  mkdirSync(path.join(folder, 'tools/cli'), { recursive: true })
  cpSync('tools/cli/launch.mjs', path.join(folder, 'tools/cli/launch.mjs'))
  const stderr = '✗ dist/cli/drama.js is missing: npm run build makes it\n'
  expect(start(path.join(folder, 'tools/cli/launch.mjs'), 'operator')).toEqual({ status: 2, stdout: '', stderr })
  rmSync(folder, { recursive: true })
})
