import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import { createI18n } from '../../src/core/i18n/i18n.js'
import { languages } from '../../src/core/i18n/languages.js'
import { watchPageTitle } from '../../src/core/page-title.js'
import type { Brand } from '../../src/core/ui/brand.js'
import { openRouter, play } from './router/open-router.js'

async function openTitle(start = '/') {
  const opened = openRouter({ start })
  const i18n = createI18n(languages[0])
  const controller = new AbortController()
  const titles: string[] = []
  const $brand = atom<Brand>({})
  watchPageTitle({ router: opened.router, i18n, $brand }, title => titles.push(title), controller.signal)
  await expect.poll(() => titles.length).toBeGreaterThan(0)
  return { ...opened, i18n, $brand, titles, now: () => titles.at(-1), end: () => controller.abort() }
}

test('D-065 the product’s name is the title, and Home’s', async () => {
  const { titles } = await openTitle()
  expect(titles).toEqual(['Drama'])
  expect((await openTitle('/pages/nowhere')).now()).toBe('Drama')
})

test('the page’s own name for it stands in its place, from the moment it is given', async () => {
  const { router, $brand, now } = await openTitle()
  $brand.set({ name: 'Novela Já' })
  expect(now()).toBe('Novela Já')
  await router.switchTab({ url: '/pages/index/dramas' })
  expect(now()).toBe('Descobrir · Novela Já')
})

test('every other page goes before it, in the language shown, and Back brings the one before', async () => {
  const { router, i18n, now, press } = await openTitle()
  await router.switchTab({ url: '/pages/index/dramas' })
  expect(now()).toBe('Descobrir · Drama')
  await i18n.setLanguage('zh-Hant')
  expect(now()).toBe('探索 · Drama')
  await router.navigateTo({ url: '/pages/wallet/store' })
  expect(now()).toBe('商店 · Drama')
  press(-1)
  expect(now()).toBe('探索 · Drama')
})

test('a page that has a name of its own is called by it while it is alive', async () => {
  const { router, top, now, press } = await openTitle()
  await router.navigateTo({ url: play('d_a') })
  expect(now()).toBe('Player · Drama')
  const id = top()?.id ?? 0
  router.updatePage(id, { name: 'A Noiva' })
  expect(now()).toBe('A Noiva · Drama')
  await router.navigateTo({ url: '/pages/index/search' })
  expect(now()).toBe('Buscar · Drama')
  router.updatePage(id, { name: 'A Noiva do Inverno' })
  expect(now()).toBe('Buscar · Drama')
  press(-1)
  expect(now()).toBe('A Noiva do Inverno · Drama')
})

test('after the end nothing is said', async () => {
  const { router, i18n, titles, end } = await openTitle()
  end()
  await router.switchTab({ url: '/pages/index/my' })
  await i18n.setLanguage('en')
  expect(titles).toEqual(['Drama'])
})
