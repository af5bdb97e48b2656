import { expect, test, vi } from 'vitest'
import { VERSION, VERSION_CODE } from '../../../src/core/lib/version.js'
import { readyValue } from '../../../src/core/loading/loadable.js'
import { FEEDBACK_LIMIT } from '../../../src/core/profile/feedback.js'
import { createFeedbackMessages } from '../../../src/core/profile/feedback-messages.js'
import { chosenNickname, createProfilePage } from '../../../src/core/profile/profile-page.js'
import { openApp, openServer, waitUntilSettled } from '../support/open-test-app.js'

async function openPage(lang = 'pt') {
  const server = await openServer()
  const line = { isCut: false }
  const opened = openApp(server, {
    lang,
    fetch: (url, init) => (line.isCut ? Promise.reject(new TypeError('cut')) : server.fetch(url, init))
  })
  await vi.waitFor(() => expect(opened.app.i18n.$translation.get()).toBeDefined())
  await opened.app.i18n.loadPageMessages()
  const page = createProfilePage(opened.app)
  await waitUntilSettled(page.info.$loadable)
  const info = () => {
    const loadable = page.info.$loadable.get()
    if (loadable.state !== 'ready') throw new Error(loadable.state)
    return loadable.value
  }
  return { ...opened, server, line, page, info }
}

test('D-042 D-158 a visitor has an id, no name of their own, no coins and no pass', async () => {
  const { info } = await openPage()
  expect(info()).toMatchObject({
    user: { kind: 'visitor', id: expect.stringMatching(/.{8,}/) },
    balance: { coins: 0, bonus: 0 },
    vip: { active: false, until: null }
  })
  expect(chosenNickname(info().user)).toBeUndefined()
})

test.each([
  ['pt', 'Entrar'],
  ['en', 'Sign in'],
  ['zh-Hant', '登入']
])('D-159 in %s the way to sign in is called %s', async (lang, label) => {
  const { app } = await openPage(lang)
  expect(app.i18n.$translation.get()?.text('signIn')).toBe(label)
})

test('D-042 a name is saved, without the spaces around it, and is there at the next visit', async () => {
  const { app, page, info } = await openPage()
  page.startRenaming()
  await page.rename('  Ana 🌙 ')
  expect(page.$renaming.get()).toBeUndefined()
  expect(chosenNickname(info().user)).toBe('Ana 🌙')
  expect((await app.api.get('/user/info', {})).user.nickname).toBe('Ana 🌙')
})

test.each([
  ['   ', 'nameEmpty'],
  ['a'.repeat(33), 'nameTooLong'],
  ['A\u202eana', 'nameRefused']
])('D-042 the name %j is not taken, and the viewer reads why', async (name, problem) => {
  const { page, info } = await openPage()
  page.startRenaming()
  await page.rename(name)
  expect(page.$renaming.get()).toEqual({ problem, isSaving: false })
  expect(chosenNickname(info().user)).toBeUndefined()
  await page.rename('a'.repeat(32))
  expect(chosenNickname(info().user)).toHaveLength(32)
})

test('a name that cannot be sent stays to be sent again', async () => {
  const { page, line, info } = await openPage()
  page.startRenaming()
  line.isCut = true
  await page.rename('Ana')
  expect(page.$renaming.get()).toEqual({ problem: 'networkBad', isSaving: false })
  line.isCut = false
  await page.rename('Ana')
  expect(chosenNickname(info().user)).toBe('Ana')
  page.startRenaming()
  page.setOnTop(false)
  expect(page.$renaming.get()).toBeUndefined()
})

test('on return the balance is asked for again, and stays when there is no answer', async () => {
  const { app, server, page, line, info } = await openPage()
  await server.db.updateTable('users').set({ nickname: 'Rui' }).where('id', '=', info().user.id).execute()
  page.setOnTop(true)
  await vi.waitFor(() => expect(chosenNickname(info().user)).toBe('Rui'))
  line.isCut = true
  page.setOnTop(true)
  await expect(app.api.get('/user/info', {}, { isQuiet: true })).rejects.toThrow()
  expect(chosenNickname(info().user)).toBe('Rui')
})

test('feedback reaches the operator, the viewer is thanked and the field is empty again', async () => {
  const { app, environment, server, page } = await openPage()
  page.feedback.choose('idea')
  page.feedback.write(' Mais séries de época, por favor! ')
  expect(await page.feedback.send()).toBe(true)
  expect(page.feedback.$draft.get()).toMatchObject({ text: '', length: 0, problem: undefined, isSending: false })
  await environment.advance(20)
  expect(app.toasts.$toast.get()).toMatchObject({ title: 'Obrigado, recebemos!', icon: 'success' })
  const rows = await server.db.selectFrom('feedback').selectAll().execute()
  expect(rows).toMatchObject([{ kind: 'idea', text: 'Mais séries de época, por favor!' }])
})

test('feedback that cannot be sent keeps its text and says why', async () => {
  const { page, line } = await openPage()
  page.feedback.write('O som sumiu')
  line.isCut = true
  expect(await page.feedback.send()).toBe(false)
  expect(page.feedback.$draft.get()).toMatchObject({ text: 'O som sumiu', problem: 'networkBad', isSending: false })
  page.feedback.write('O som sumiu!')
  expect(page.feedback.$draft.get().problem).toBeUndefined()
  line.isCut = false
  expect(await page.feedback.send()).toBe(true)
})

test('feedback has 1 to 2000 characters, an emoji is one; the sixth of an hour is refused with its text kept', async () => {
  const { page, environment } = await openPage()
  const sent = () => environment.sent.filter(({ path }) => path === '/feedback/submit').length
  page.feedback.write('  ')
  expect(await page.feedback.send()).toBe(false)
  expect(page.feedback.$draft.get().problem).toBe('feedbackEmpty')
  page.feedback.write('😀'.repeat(FEEDBACK_LIMIT + 1))
  expect(page.feedback.$draft.get()).toMatchObject({ length: 2001, problem: 'feedbackTooLong' })
  expect(await page.feedback.send()).toBe(false)
  expect(sent()).toBe(0)
  for (let turn = 0; turn < 5; turn++) {
    page.feedback.write('😀'.repeat(FEEDBACK_LIMIT))
    expect(await page.feedback.send()).toBe(true)
  }
  page.feedback.write('mais uma')
  expect(await page.feedback.send()).toBe(false)
  expect(page.feedback.$draft.get()).toMatchObject({ text: 'mais uma', problem: 'tooManyAttempts' })
})

test('an answer is unread on My until its message was shown; what cannot be marked is marked later', async () => {
  const { app, server, page, line, info } = await openPage()
  for (const text of ['one', 'two']) {
    page.feedback.write(text)
    await page.feedback.send()
    // Messages of the same millisecond have no order.
    server.clock.advance(1)
  }
  const rows = await server.db.selectFrom('feedback').select('id').orderBy('created_at').execute()
  const answered_at = new Date(server.clock.now())
  const answer = { answer: 'An answer', answered_at, answered_by: 'ana' }
  await server.db
    .updateTable('feedback')
    .set(answer)
    .where('id', '=', rows[0]?.id ?? '')
    .execute()
  await page.refreshQuietly()
  expect(info().unread_answers).toBe(1)
  const messages = createFeedbackMessages(app, page)
  await messages.markSeen()
  await waitUntilSettled(messages.paged.list.$loadable)
  expect(readyValue(messages.paged.list.$loadable.get())?.list).toMatchObject([
    { text: 'two', answer: null, is_unread: false },
    { text: 'one', answer: 'An answer', is_unread: true }
  ])
  line.isCut = true
  await messages.markSeen()
  expect(info().unread_answers).toBe(1)
  line.isCut = false
  await messages.markSeen()
  expect(info().unread_answers).toBe(0)
  const again = createFeedbackMessages(app, page)
  await waitUntilSettled(again.paged.list.$loadable)
  expect(readyValue(again.paged.list.$loadable.get())?.list[1]?.is_unread).toBe(false)
})

test('D-226 D-227 the version is 2.4.0 and its code 240', () => {
  expect([VERSION, VERSION_CODE]).toEqual(['2.4.0', expect.anything()])
  expect(Number(VERSION_CODE)).toBe(240)
})
