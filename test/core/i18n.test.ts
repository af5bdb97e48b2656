import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { en } from '../../locales/en.js'
import { createI18n, findLanguage, languages } from '../../src/core/i18n.js'

async function translationOf(tag: string) {
  const i18n = createI18n(findLanguage(tag) ?? languages[0])
  await expect.poll(() => i18n.$translation.get()?.language.tag).toBe(tag)
  const translation = i18n.$translation.get()
  if (!translation) throw new Error('no translation')
  return translation
}

test('D-003 D-004 D-005 D-006 D-007 five languages; Portuguese is the first', () => {
  expect(languages.map(({ tag }) => tag)).toEqual(['pt', 'en', 'es', 'zh-Hans', 'zh-Hant'])
})

test.each(languages.map(({ tag }) => tag))('every text of %s keeps the placeholders of the English one', async tag => {
  const messages = await findLanguage(tag)?.load()
  for (const [key, message] of Object.entries(en)) {
    const own = messages?.[key as keyof typeof en]
    expect([key, placeholders(own)]).toEqual([key, placeholders(message)])
  }
})

test('D-008 no English is left in the other languages', async () => {
  const shared = new Set(['player', 'visitorId', 'episodeShort', 'episodeOf'])
  for (const { tag, load } of languages.filter(language => language.tag !== 'en')) {
    const messages = await load()
    const same = Object.entries(en).filter(
      ([key, text]) => !shared.has(key) && JSON.stringify(messages[key as keyof typeof en]) === JSON.stringify(text)
    )
    expect([tag, same]).toEqual([tag, []])
  }
})

test('counts pick the plural form and are written as the language writes numbers', async () => {
  const pt = await translationOf('pt')
  expect([1, 2, 1234].map(count => pt.text('episodeCount', { count }))).toEqual([
    '1 episódio',
    '2 episódios',
    '1.234 episódios'
  ])
  expect(pt.compact(1_200_000)).toMatch(/^1,2\smi$/)
  expect((await translationOf('zh-Hant')).text('episodeCount', { count: 1 })).toBe('1集')
})

test('wire codes and tags both name a language; an unknown one changes nothing', async () => {
  expect(findLanguage('zh-cn')?.tag).toBe('zh-Hans')
  expect(findLanguage('ZH-HANT')?.wire).toBe('zh-tw')
  const i18n = createI18n(languages[0])
  await i18n.setLanguage('tlh')
  expect(i18n.language().tag).toBe('pt')
})

test('every text is used somewhere', () => {
  const views = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
  expect(Object.keys(en).filter(key => !views.includes(`'${key}'`))).toEqual([])
})

function placeholders(message: unknown): string[] {
  return [...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? [])].sort()
}
