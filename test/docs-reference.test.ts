import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { operatorActions } from '../server/modules/operator/operator-actions.js'
import { generateReference } from '../tools/build/reference/index.js'
import { operatorCommands } from '../tools/operator/commands.js'

const files = new Set(
  ['contract', 'src', 'widget', 'server', 'test', 'tools'].flatMap(root => [
    ...readdirSync(root, { recursive: true, encoding: 'utf8' }).map(path => `${root}/${path}`)
  ])
)

const pages = await generateReference()

describe('docs/reference', () => {
  test.each(Object.entries(pages))('%s is what its sources say', (file, content) => {
    expect(readFileSync(file, 'utf8') === content, `${file} is out of date: run npm run docs`).toBe(true)
  })

  test('guarantees.md names files that exist', () => {
    const text = readFileSync('docs/reference/guarantees.md', 'utf8')
    const paths = [...text.matchAll(/`((?:contract|src|widget|server|test|tools)\/[\w./-]+)`/g)].map(([, path]) => path)
    expect(paths.length).toBeGreaterThan(50)
    expect([...new Set(paths)].filter(path => !files.has(path ?? ''))).toEqual([])
  })

  test('operator.md has a command for every address', () => {
    const calls = operatorCommands.map(({ call }) => call)
    const addresses = operatorActions.map(({ method, path }) => `${method} ${path.replace('/operator/', '')}`)
    expect([...new Set(calls)].sort()).toEqual([...addresses, 'GET reward_image'].sort())
  })
})
