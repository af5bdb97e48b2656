import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createI18n } from '../../../src/core/i18n/i18n.js'
import { languages } from '../../../src/core/i18n/languages.js'
import { createProfileTexts, profileMessageLoaders } from '../../../src/core/profile/messages.js'

afterEach(() => void vi.restoreAllMocks())

async function openTexts() {
  const i18n = createI18n(languages[0])
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  await expect.poll(() => i18n.$translation.get()).toBeDefined()
  const texts = createProfileTexts(i18n, leaving.signal)
  return { i18n, leaving, texts, readTexts: () => texts.$text.get() }
}

test('the texts arrive by themselves, fill their places in, and say what every page says, too', async () => {
  const { i18n, texts, readTexts } = await openTexts()
  await Promise.all([texts.load(), i18n.loadPageMessages()])
  expect(readTexts()?.('coinsADay', { count: 1200 })).toBe('1.200 moedas por dia')
  expect(readTexts()?.('coinsADay', { count: 1 })).toBe('1 moeda por dia')
  expect(readTexts()?.('save')).toBe('Salvar')
})

test('they follow the language that is shown, and no longer once nobody needs them', async () => {
  const { i18n, leaving, texts, readTexts } = await openTexts()
  await texts.load()
  await i18n.setLanguage('es')
  await expect.poll(() => readTexts()?.('turnOn')).toBe('Activar')
  leaving.abort()
  await i18n.setLanguage('en')
  expect(readTexts()?.('turnOn')).toBe('Activar')
})

test('a new language is shown with the texts of its parts, not one after the other', async () => {
  const { i18n, texts, readTexts } = await openTexts()
  await texts.load()
  const shown: unknown[] = []
  const stop = i18n.$translation.listen(() => queueMicrotask(() => shown.push(readTexts()?.('turnOn'))))
  await i18n.setLanguage('es')
  stop()
  await expect.poll(() => shown).toEqual(['Activar'])
})

test('of two languages chosen in a row the last is spoken, whichever arrives first', async () => {
  const { i18n, texts, readTexts } = await openTexts()
  await texts.load()
  const spanish = await profileMessageLoaders.es()
  let arrive = () => {}
  const held = new Promise<typeof spanish>(resolve => {
    arrive = () => resolve(spanish)
  })
  const loadSpy = vi.spyOn(profileMessageLoaders, 'es').mockReturnValueOnce(held)
  void i18n.setLanguage('es')
  await expect.poll(() => loadSpy.mock.calls.length).toBe(1)
  await i18n.setLanguage('en')
  await expect.poll(() => readTexts()?.('turnOn')).toBe('Turn on')
  arrive()
  await texts.load()
  expect(readTexts()?.('turnOn')).toBe('Turn on')
})

test('texts that do not arrive are asked for again; meanwhile those before are spoken', async () => {
  const { i18n, texts, readTexts } = await openTexts()
  await texts.load()
  vi.spyOn(profileMessageLoaders, 'es').mockRejectedValue(new TypeError('network'))
  await i18n.setLanguage('es')
  await expect(texts.load()).rejects.toThrow('network')
  expect(readTexts()?.('turnOn')).toBe('Ligar')
  vi.restoreAllMocks()
  await texts.load()
  expect(readTexts()?.('turnOn')).toBe('Activar')
})
