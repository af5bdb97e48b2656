import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messages } from '../../locales/app/en.js'
import { pagesEn } from '../../locales/pages/en.js'

interface Chunk {
  file: string
  modules: string[]
}

const chunks: Chunk[] = JSON.parse(readFileSync('dist/chunks.json', 'utf8')).cdn
const homeModules = chunks
  .filter(({ file }) => /^chunks\/(app|views|home)-\w/.test(file) && !/-(pt|en|es|zh)/.test(file))
  .flatMap(({ modules }) => modules)
  .filter(module => /^src\/.*\.tsx?$/.test(module))

const readKeys = (keys: string[]) => {
  const shown = homeModules.flatMap(module =>
    [...readFileSync(module, 'utf8').matchAll(/\btext\((?:[^()]*[ (])?'(\w+)'/g)].map(([, key = '']) => key)
  )
  return shown.filter(key => keys.includes(key))
}

test('Home shows only texts that load with it', () => {
  expect(homeModules).toContain('src/views/catalogue/home-page.tsx')
  expect(readKeys(Object.keys(messages))).toContain('searchPlaceholder')
  expect(readKeys(Object.keys(pagesEn))).toEqual([])
})
