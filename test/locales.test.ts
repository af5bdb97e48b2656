import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const compiler = path.resolve('node_modules/typescript/bin/tsc')

/** What the compiler says of the locales after `change` was made to the Portuguese one; empty when it compiles. */
async function compile(change: (text: string) => string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'locales-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp('locales', path.join(folder, 'locales'), { recursive: true })
  const { compilerOptions } = JSON.parse(await readFile('tsconfig.json', 'utf8'))
  const options = { ...compilerOptions, types: [] }
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['locales'] })
  )
  const file = path.join(folder, 'locales/app/pt.ts')
  const before = await readFile(file, 'utf8')
  const after = change(before)
  expect(after === before).toBe(change === unchanged)
  await writeFile(file, after)
  return promisify(execFile)(process.execPath, [compiler, '-p', folder]).then(
    () => '',
    (error: { stdout: string }) => error.stdout
  )
}

const unchanged = (text: string) => text

test('D-008 a text that is missing in a language, or is there without need, fails the build', async () => {
  const [right, missing, extra, withoutPlural] = await Promise.all([
    compile(unchanged),
    compile(text => text.replace(/^ {2}discover: .*\n/m, '')),
    compile(text => text.replace(/^ {2}discover: /m, "  leftOver: 'Sobra',\n  discover: ")),
    compile(text => text.replace(/episodeCount: \{.*?\}/, "episodeCount: '{count} episódios'"))
  ])
  expect(right).toBe('')
  expect(missing).toMatch(/pt\.ts.*'discover'/)
  expect(extra).toMatch(/pt\.ts.*'leftOver'/)
  expect(withoutPlural).toMatch(/pt\.ts/)
})
