import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { accountEn } from '../../../locales/account/en.js'
import { messages as appEn } from '../../../locales/app/en.js'
import { libraryEn } from '../../../locales/library/en.js'
import { pagesEn } from '../../../locales/pages/en.js'
import { playerEn } from '../../../locales/player/en.js'
import { profileEn } from '../../../locales/profile/en.js'
import { rewardEn } from '../../../locales/reward/en.js'
import { storeEn } from '../../../locales/store/en.js'
import { unlockEn } from '../../../locales/unlock/en.js'
import { walletEn } from '../../../locales/wallet/en.js'
import { accountMessageLoaders } from '../../../src/core/account/messages.js'
import { createI18n, interpolate } from '../../../src/core/i18n/i18n.js'
import { findLanguage, type Language, languages } from '../../../src/core/i18n/languages.js'
import { libraryMessageLoaders } from '../../../src/core/library/messages.js'
import { playerMessageLoaders } from '../../../src/core/playback/messages.js'
import { profileMessageLoaders } from '../../../src/core/profile/messages.js'
import { rewardMessageLoaders } from '../../../src/core/reward/messages.js'
import { storeMessageLoaders } from '../../../src/core/store/messages.js'
import { unlockMessageLoaders } from '../../../src/core/unlock/messages.js'
import { walletMessageLoaders } from '../../../src/core/wallet/messages.js'
import { createTestEnvironment } from '../support/test-environment.js'
import { translationOf } from '../support/translation-of.js'

const [portuguese, english, spanish] = ['pt', 'en', 'es'].map(
  tag => languages.find(language => language.tag === tag) ?? languages[0]
) as [Language, Language, Language]

afterEach(() => void vi.restoreAllMocks())

const allTexts = async ({ load, apiCode }: Language) => ({
  ...(await load()).messages,
  ...(await (await load()).loadPageMessages()),
  ...(await profileMessageLoaders[apiCode]()),
  ...(await playerMessageLoaders[apiCode]()),
  ...(await walletMessageLoaders[apiCode]()),
  ...(await unlockMessageLoaders[apiCode]()),
  ...(await accountMessageLoaders[apiCode]()),
  ...(await libraryMessageLoaders[apiCode]()),
  ...(await storeMessageLoaders[apiCode]()),
  ...(await rewardMessageLoaders[apiCode]())
})
const allEnglish = {
  ...appEn,
  ...pagesEn,
  ...profileEn,
  ...playerEn,
  ...unlockEn,
  ...walletEn,
  ...accountEn,
  ...libraryEn,
  ...storeEn,
  ...rewardEn
}
type Key = keyof typeof allEnglish

test('D-003 D-004 D-005 D-006 D-007 five languages; Portuguese is the first', () => {
  expect(languages.map(({ tag }) => tag)).toEqual(['pt', 'en', 'es', 'zh-Hans', 'zh-Hant'])
})

test.each(languages)('D-098 $tag has a word of its own for everything the product is about', async language => {
  const texts = await allTexts(language)
  const shown = [texts.aboutDrama, texts.episodes, texts.price, texts.balance, texts.vipInactive, texts.vipUntil]
  const listTitles = [texts.favorites, texts.history, texts.topups, texts.unlocks, texts.bonuses]
  const words = [...shown, ...listTitles].filter(word => word.trim() !== '')
  expect(new Set(words).size).toBe(11)
})

test.each(languages)('every text of $tag keeps the placeholders of the English one', async language => {
  const messages = await allTexts(language)
  for (const [key, message] of Object.entries(allEnglish)) {
    expect([key, placeholders(messages[key as Key])]).toEqual([key, placeholders(message)])
  }
})

test('D-008 no English is left in the other languages', async () => {
  const shared = new Set([
    'player',
    'email',
    'episodeShort',
    'episodeOf',
    'rate',
    'confirm',
    'minutes',
    'discountOff',
    'ranking',
    'passes',
    'windowIn'
  ])
  for (const language of languages.filter(({ tag }) => tag !== 'en')) {
    const messages = await allTexts(language)
    const same = Object.entries(allEnglish).filter(
      ([key, text]) => !shared.has(key) && JSON.stringify(messages[key as Key]) === JSON.stringify(text)
    )
    expect([language.tag, same]).toEqual([language.tag, []])
  }
})

test('counts pick the plural form and are written as the language writes numbers', async () => {
  const pt = await translationOf('pt')
  expect([1, 2, 1234].map(count => pt.text('episodeCount', { count }))).toEqual([
    '1 episódio',
    '2 episódios',
    '1.234 episódios'
  ])
  expect((await translationOf('zh-Hant')).text('episodeCount', { count: 1 })).toBe('1集')
})

test.each(['pt', 'es', 'en'])('nought of something is many in %s, whatever is counted', async tag => {
  const language = languages.find(other => other.tag === tag)
  if (!language) throw new Error(`no ${tag}`)
  const { text, ...forms } = await translationOf(tag)
  const counted = Object.values(await allTexts(language)).filter(message => typeof message !== 'string')
  expect(counted.length).toBeGreaterThan(8)
  for (const message of counted) {
    expect(interpolate(message, { ...forms }, { count: 0 })).toBe(message.other.replace('{count}', '0'))
  }
  if (tag === 'pt') expect(text('coinCount', { count: 0 })).toBe('0 moedas')
})

test('millions take the general form where a language has one of their own', async () => {
  const written = async (tag: string) => (await translationOf(tag)).text('episodeCount', { count: 1_000_000 })
  expect([await written('pt'), await written('es')]).toEqual(['1.000.000 episódios', '1,000,000 episodios'])
})

test('a count that the caller wrote is not read as another number', async () => {
  const pt = await translationOf('pt')
  const count = (text: string) => pt.text('episodeCount', { count: text })
  expect([count('1'), count('2'), count('1.234'), count(pt.compact(1_200_000)), count('')]).toEqual([
    '1 episódio',
    '2 episódios',
    '1.234 episódios',
    `${pt.compact(1_200_000)} episódios`,
    expect.stringContaining(' episódio')
  ])
})

test('a parameter that is missing leaves its place, and one with odd characters stays as it is', async () => {
  const { text } = await translationOf('en')
  expect(text('goToSlide')).toBe('Show {title}')
  expect(text('goToSlide', { title: '$& {title} 😀' })).toBe('Show $& {title} 😀')
  expect(text('episodeCount')).toBe('{count} episodes')
})

test('only the active language is loaded, and another one when it is chosen', async () => {
  const loads = languages.map(language => vi.spyOn(language, 'load'))
  const called = () => languages.filter((_, index) => loads[index]?.mock.calls.length).map(({ tag }) => tag)
  const i18n = createI18n(portuguese)
  await expect.poll(() => i18n.$translation.get()).toBeDefined()
  expect(called()).toEqual(['pt'])
  expect(await i18n.setLanguage('es')).toBe(true)
  expect([called(), i18n.$translation.get()?.text('watchNow')]).toEqual([['pt', 'es'], 'Ver ahora'])
})

test('texts of other pages are there once they were asked for, and in a later language as soon as it is shown', async () => {
  const i18n = createI18n(portuguese)
  await expect.poll(() => i18n.$translation.get()).toBeDefined()
  const shown = i18n.$translation.get()
  expect(shown?.text('signIn')).toBe('')
  await i18n.loadPageMessages()
  expect([i18n.$translation.get() === shown, shown?.text('signIn')]).toEqual([true, 'Entrar'])
  const labels: (string | undefined)[] = []
  i18n.$translation.listen(translation => void labels.push(translation?.text('signIn')))
  expect(await i18n.setLanguage('en')).toBe(true)
  expect(labels).toEqual(['Sign in'])
})

test('wire codes and tags both name a language; an unknown one changes nothing', async () => {
  expect(findLanguage('zh-cn')?.tag).toBe('zh-Hans')
  expect(findLanguage('ZH-HANT')?.apiCode).toBe('zh-tw')
  const i18n = createI18n(portuguese)
  for (const code of ['tlh', '', ' ', 'undefined', 'pt ', '😀']) expect(await i18n.setLanguage(code)).toBe(false)
  expect(i18n.language().tag).toBe('pt')
})

test('a language that does not arrive leaves the one before, and the caller knows', async () => {
  const i18n = createI18n(portuguese)
  await expect.poll(() => i18n.$translation.get()).toBeDefined()
  const before = i18n.$translation.get()
  vi.spyOn(english, 'load').mockRejectedValueOnce(new TypeError('network'))
  expect(await i18n.setLanguage('en')).toBe(false)
  expect([i18n.$translation.get(), i18n.language().tag, i18n.$isFailed.get()]).toEqual([before, 'pt', false])
  expect(await i18n.setLanguage('en')).toBe(true)
  expect(i18n.$translation.get()?.text('home')).toBe('Home')
})

/** Holds the load of `language` until the test releases it. */
async function held(language: Language) {
  const texts = await language.load()
  const end = { arrive: () => {}, fail: () => {} }
  const load = new Promise<typeof texts>((resolve, reject) => {
    end.arrive = () => resolve(texts)
    end.fail = () => reject(new TypeError('network'))
  })
  vi.spyOn(language, 'load').mockReturnValueOnce(load)
  return end
}

test('texts that never arrive are given up after 60 s, and can be asked for again', async () => {
  const { clock, advance } = createTestEnvironment({ fetch: () => Promise.reject(new Error('not asked')) })
  await held(portuguese)
  const i18n = createI18n(portuguese, clock)
  await advance(59_999)
  expect(i18n.$isFailed.get()).toBe(false)
  await advance(1)
  await expect.poll(() => i18n.$isFailed.get()).toBe(true)
  expect(await i18n.retry()).toBe(true)
  expect(i18n.$translation.get()?.text('home')).toBe('Início')
})

test('a language that fails late does not undo a newer choice', async () => {
  const i18n = createI18n(portuguese)
  await expect.poll(() => i18n.$translation.get()).toBeDefined()
  const [first, second] = [await held(english), await held(spanish)]
  const choices = [i18n.setLanguage('en'), i18n.setLanguage('es')]
  first.fail()
  expect(await choices[0]).toBe(true)
  expect(i18n.language().tag).toBe('es')
  second.arrive()
  expect([await choices[1], i18n.$translation.get()?.language.tag]).toEqual([true, 'es'])
})

test('a language that arrives late does not show over a newer choice', async () => {
  const i18n = createI18n(portuguese)
  await expect.poll(() => i18n.$translation.get()).toBeDefined()
  const first = await held(english)
  const choices = [i18n.setLanguage('en'), i18n.setLanguage('es')]
  expect(await choices[1]).toBe(true)
  first.arrive()
  expect([await choices[0], i18n.$translation.get()?.language.tag]).toEqual([true, 'es'])
})

test('without its first language the app has nothing to say, until it is asked for again', async () => {
  vi.spyOn(portuguese, 'load').mockRejectedValueOnce(new TypeError('network'))
  const i18n = createI18n(portuguese)
  await expect.poll(() => i18n.$isFailed.get()).toBe(true)
  expect(i18n.$translation.get()).toBe(undefined)
  expect(await i18n.retry()).toBe(true)
  expect([i18n.$isFailed.get(), i18n.$translation.get()?.text('home')]).toEqual([false, 'Início'])
})

test('every text is used somewhere', () => {
  const source = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
  const unused = (keys: string[]) => keys.filter(key => !source.includes(`'${key}'`))
  expect(unused(['aTextThatNobodyShows'])).toEqual(['aTextThatNobodyShows'])
  expect(unused(Object.keys(allEnglish))).toEqual([])
})

test('labels of the tab bar fit into a quarter of a narrow phone', async () => {
  for (const { tag, load } of languages) {
    const { home, discover, library, profile } = (await load()).messages
    // 80 px per tab at 320 px. Letters of 10 px are 6 px wide on average, and 10 px in Chinese.
    const widths = [home, discover, library, profile].map(label => label.length * (tag.startsWith('zh') ? 10 : 6))
    expect([tag, widths.filter(width => width > 76)]).toEqual([tag, []])
  }
})

test('D-007 Traditional Chinese has no simplified characters, nor the other way round', async () => {
  const [hans, hant] = await Promise.all(languages.filter(({ tag }) => tag.startsWith('zh')).map(allTexts))
  const simplified =
    /[页发现续观务订单钱币余额账户录网络连接时请试图视频简体语选择关闭开启级别无线点击资讯运营优惠赠购买验证码历说话为这还没]/
  const traditional =
    /[頁發現續觀務訂單錢幣餘額帳戶錄網絡連時請試圖視頻簡體語選擇關閉開啟級別無線點擊資訊運營優贈購買驗證碼歷說話為這還沒]/
  expect(Object.values(hans ?? {}).filter(text => traditional.test(JSON.stringify(text)))).toEqual([])
  expect(Object.values(hant ?? {}).filter(text => simplified.test(JSON.stringify(text)))).toEqual([])
})

function placeholders(message: unknown): string[] {
  return [...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? [])].sort()
}
