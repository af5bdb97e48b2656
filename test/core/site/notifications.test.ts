import { expect, test, vi } from 'vitest'
import type { SitePush } from '../../../src/core/environment.js'
import { getOrCreateFavorites } from '../../../src/core/library/favorites.js'
import { getOrCreateNotifications } from '../../../src/core/site/notifications.js'
import { createPushBrowser } from '../../server/support/push-browser.js'
import { openApp, openServer } from '../support/open-test-app.js'
import { shownToast } from '../support/shown-toast.js'

type Permission = ReturnType<SitePush['permission']>

/** `rain` is running, `moon` is finished. `answers`: what the viewer answers to the browser. */
async function openSite({
  permission = 'default' as Permission,
  answers = 'granted' as Permission,
  hasPush = true
} = {}) {
  const server = await openServer()
  const { subscription } = createPushBrowser('https://push.example/browser')
  const asked: string[] = []
  const state = { permission, isSubscribed: false }
  const push: SitePush = {
    permission: () => state.permission,
    async askPermission() {
      asked.push('browser')
      state.permission = answers
      return answers
    },
    async subscribe(publicKey) {
      expect(publicKey).toMatch(/^B[\w-]{86}$/)
      state.isSubscribed = true
      return subscription
    },
    async unsubscribe() {
      state.isSubscribed = false
      return subscription.endpoint
    }
  }
  const opened = openApp(server, hasPush ? { site: { push } } : {})
  const { app } = opened
  const keep = (slug: string) => getOrCreateFavorites(app).set(`d_${slug}`, true)
  const readSubscriptions = () => server.db.selectFrom('push_subscriptions').select(['endpoint', 'lang']).execute()
  const answer = async (choice: 'confirm' | 'cancel') => {
    const modal = await vi.waitUntil(() => app.modals.$modal.get())
    asked.push(modal.title)
    app.modals.answer(choice)
  }
  const offer = async (slug: string) => getOrCreateNotifications(app)?.offer(`d_${slug}`)
  return { ...opened, server, asked, state, keep, answer, offer, readSubscriptions }
}

const QUESTION = 'Quer saber quando sair episódio novo?'

test('who keeps a running drama is asked by the app, then by the browser, and is subscribed', async () => {
  const { app, environment, asked, keep, answer, readSubscriptions } = await openSite()
  await keep('rain')
  await answer('confirm')
  await vi.waitFor(async () => expect(await readSubscriptions()).toHaveLength(1))
  expect(asked).toEqual([QUESTION, 'browser'])
  await vi.waitFor(async () => expect((await shownToast({ app, environment }))?.title).toBe('Avisos ligados'))
  expect(getOrCreateNotifications(app)?.$isOn.get()).toBe(true)
})

test('a finished drama asks nothing', async () => {
  const { app, offer, readSubscriptions } = await openSite()
  await offer('moon')
  expect(app.modals.$modal.get()).toBeUndefined()
  expect(await readSubscriptions()).toEqual([])
})

test.each([
  { name: 'a no to the app', choice: 'cancel' as const, answers: 'granted' as const, expected: [QUESTION] },
  {
    name: 'a no to the browser',
    choice: 'confirm' as const,
    answers: 'denied' as const,
    expected: [QUESTION, 'browser']
  },
  { name: 'a closed prompt', choice: 'confirm' as const, answers: 'default' as const, expected: [QUESTION, 'browser'] }
])('$name is the last question', async ({ choice, answers, expected }) => {
  const { app, asked, answer, offer, readSubscriptions, environment } = await openSite({ answers })
  const offered = offer('rain')
  await answer(choice)
  await offered
  await offer('gate')
  await offer('rain')
  expect(app.modals.$modal.get()).toBeUndefined()
  expect(asked).toEqual(expected)
  expect(await readSubscriptions()).toEqual([])
  expect(environment.stored.get('drama_push')).toBe('off')
})

test('a permission that was denied before is not asked about', async () => {
  const { app, offer, asked } = await openSite({ permission: 'denied' })
  await offer('rain')
  expect([app.modals.$modal.get(), asked]).toEqual([undefined, []])
})

test('with the permission the next kept drama subscribes without a question', async () => {
  const { app, offer, asked, readSubscriptions } = await openSite({ permission: 'granted' })
  await offer('rain')
  expect([app.modals.$modal.get(), asked]).toEqual([undefined, []])
  expect(await readSubscriptions()).toEqual([{ endpoint: 'https://push.example/browser', lang: 'pt' }])
})

test('two dramas kept at once ask one question', async () => {
  const { app, offer, answer } = await openSite()
  const offers = [offer('rain'), offer('gate')]
  await answer('cancel')
  await Promise.all(offers)
  expect(app.modals.$modal.get()).toBeUndefined()
})

test('the switch turns notifications off and on again, and a renewal tells the server the language', async () => {
  const { app, offer, state, readSubscriptions } = await openSite({ permission: 'granted' })
  await offer('rain')
  const notifications = getOrCreateNotifications(app)
  await app.chooseLanguage('es')
  await notifications?.renew()
  expect(await readSubscriptions()).toMatchObject([{ lang: 'es' }])
  await notifications?.turnOff()
  expect([await readSubscriptions(), state.isSubscribed, notifications?.$isOn.get()]).toEqual([[], false, false])
  await notifications?.renew()
  await offer('gate')
  expect(await readSubscriptions()).toEqual([])
  await notifications?.turnOn()
  expect([(await readSubscriptions()).length, notifications?.$isOn.get()]).toEqual([1, true])
})

test('turned off while a renewal is under way, they stay off, in the browser and on the server', async () => {
  const { app, offer, state, readSubscriptions, environment } = await openSite({ permission: 'granted' })
  await offer('rain')
  const notifications = getOrCreateNotifications(app)
  const renewed = notifications?.renew()
  await notifications?.turnOff()
  await renewed
  expect([notifications?.$isOn.get(), state.isSubscribed, environment.stored.get('drama_push')]).toEqual([
    false,
    false,
    'off'
  ])
  expect(await readSubscriptions()).toEqual([])
})

test('turning on what the browser blocks says where to allow it', async () => {
  const { app, environment } = await openSite({ permission: 'denied', answers: 'denied' })
  await vi.waitUntil(() => app.i18n.$translation.get())
  await getOrCreateNotifications(app)?.turnOn()
  expect((await shownToast({ app, environment }))?.title).toBe(
    'O navegador está bloqueando os avisos. Libere nas configurações dele.'
  )
})

test('on a host page there are no notifications', async () => {
  const { app, keep, environment } = await openSite({ hasPush: false })
  await keep('rain')
  expect(getOrCreateNotifications(app)).toBeUndefined()
  expect(environment.sent.filter(({ path }) => /push|detail/.test(path))).toEqual([])
})
