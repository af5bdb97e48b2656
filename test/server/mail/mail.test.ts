import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { langs } from '../../../contract/protocol/language.js'
import { readConfig } from '../../../server/config/config.js'
import { createCodeMail } from '../../../server/modules/mail/code-mail.js'
import { newAddress } from '../support/accounts.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

type Behaviour = 'takes' | 'refuses' | 'says nothing' | 'breaks off' | 'keeps and breaks off'

/** A minimal SMTP server; `behave` chooses how it responds. */
async function openMailServer() {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  let behaviour: Behaviour = 'takes'
  const server: Server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (behaviour === 'breaks off') return socket.destroy()
    if (behaviour === 'says nothing') return undefined
    let isData = false
    let body = ''
    socket.write('220 mail.test ESMTP\r\n')
    socket.on('data', chunk => {
      for (const line of chunk.toString().split(/(?<=\r\n)/)) {
        if (isData && line === '.\r\n') {
          isData = false
          mails.push(body)
          if (behaviour === 'keeps and breaks off') socket.destroy()
          else socket.write('250 kept\r\n')
        } else if (isData) body += line
        else if (line.startsWith('RCPT') && behaviour === 'refuses') socket.write(`550 nobody: ${line}`)
        else if (line.startsWith('DATA')) {
          isData = true
          socket.write('354 go on\r\n')
        } else socket.write('250 ok\r\n')
      }
    })
    return undefined
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    mails,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(next: Behaviour) {
      behaviour = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    }
  }
}

const readText = (mail: string) =>
  mail.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

const codeIn = (mail = '') =>
  /Subject: (\d{6})/.exec(readText(mail))?.[1] ?? /^(\d{6})\r?$/m.exec(readText(mail))?.[1] ?? ''

describe('by SMTP', () => {
  let mailServer: Awaited<ReturnType<typeof openMailServer>>
  let server: TestServer
  beforeAll(async () => {
    mailServer = await openMailServer()
    const config = { smtpUrl: mailServer.url, mailFrom: 'Drama <codes@drama.test>' }
    server = await openTestServer({ engine: 'pglite', config })
  })
  afterAll(async () => {
    await server.close()
    await mailServer.close()
  })
  afterEach(() => mailServer.behave('takes'))

  test('the code is sent in text and HTML, in the language of the request, and signs in', async () => {
    const email = newAddress()
    const visitor = await signIn(server)
    expect((await visitor.post('/user/email_code', { email, lang: 'es' })).data).toEqual({
      sent: true,
      retry_after: 60
    })
    const mail = readText(mailServer.mails.at(-1) ?? '')
    expect(mail).toMatch(/From: Drama <codes@drama\.test>/)
    expect(mail).toContain(`To: ${email}`)
    expect(mail).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/)
    expect(mail).toContain('Escribe este')
    expect((await visitor.post('/user/email_login', { email, code: codeIn(mail) })).code).toBe(200)
  })

  test.each(['refuses', 'breaks off', 'says nothing'] as const)(
    'a mail server that %s: server busy, and another code may be asked for at once',
    async behaviour => {
      const email = newAddress()
      const visitor = await signIn(server)
      mailServer.behave(behaviour)
      const refused = await visitor.post('/user/email_code', { email })
      expect([refused.status, refused.code]).toEqual([200, 5000])
      mailServer.behave('takes')
      expect((await visitor.post('/user/email_code', { email })).data.sent).toBe(true)
      const log = server.logLines.join('')
      expect(log).toContain('a mail was not sent')
      expect(log).not.toContain(email)
    }
  )

  test('a mail that left although the answer was lost holds a code that signs in', async () => {
    const email = newAddress()
    const visitor = await signIn(server)
    mailServer.behave('keeps and breaks off')
    expect((await visitor.post('/user/email_code', { email })).code).toBe(5000)
    expect((await visitor.post('/user/email_login', { email, code: codeIn(mailServer.mails.at(-1)) })).code).toBe(200)
  })

  test('no mailbox can be read where mail really leaves', async () => {
    for (const query of ['', '?address=a@b.test'])
      expect((await server.fetch(`/demo/mailbox${query}`)).status).toBe(404)
  })
})

describe('without SMTP', () => {
  test('the mailbox of the demonstration lists mails of an address, or of the network that asked, newest first', async () => {
    const server = await openTestServer({ engine: 'pglite' })
    onTestFinished(() => server.close())
    const [one, other] = [newAddress(), newAddress()]
    const anonymous = createApiClient(server)
    for (const email of [one, other]) await anonymous.post('/user/email_code', { email, lang: 'en' })
    const read = async (query: string) => (await (await server.fetch(`/demo/mailbox${query}`)).json()).data.list
    expect((await read(`?address=${one}`)).map(({ to }: { to: string }) => to)).toEqual([one])
    expect(await read('?address=nobody@mail.test')).toEqual([])
    const all = await read('')
    expect(all.map(({ to }: { to: string }) => to)).toEqual([other, one])
    expect(all[0]).toEqual({
      id: expect.any(Number),
      at: server.clock.now(),
      to: other,
      subject: expect.stringMatching(/^\d{6} is your/),
      text: expect.stringMatching(/^\d{6}$/m),
      html: expect.stringContaining('<html lang="en">')
    })
    const codes = await server.db.selectFrom('email_codes').selectAll().execute()
    expect(codes).toHaveLength(2)
    const statuses = await Promise.all(
      Array.from({ length: 300 }, async () => (await server.fetch('/demo/mailbox')).status)
    )
    expect([statuses.at(0), statuses.at(-1)]).toEqual([200, 429])
    server.clock.advance(60_000)
    expect(await read(`?address=${one}`)).toHaveLength(1)
  })

  test('it keeps a bounded number of mails', async () => {
    const { createMailbox } = await import('../../../server/modules/mail/demo-mailbox.js')
    const mailbox = createMailbox({ now: () => 1 })
    for (let count = 0; count < 500; count++) {
      await mailbox.send(
        { to: `${count % 10}@a.test`, subject: `${count}`, text: '', html: '' },
        { address: `${count % 3}` }
      )
    }
    expect(mailbox.list({ to: '9@a.test' })[0]?.subject).toBe('499')
    const subjects = mailbox.list({ address: '0' }).map(({ subject }) => Number(subject))
    expect(subjects).toHaveLength(20)
    const all = Array.from({ length: 10 }, (_, index) => mailbox.list({ to: `${index}@a.test` })).flat()
    expect(Math.min(...all.map(({ subject }) => Number(subject)))).toBeGreaterThanOrEqual(300)
  })

  test('outside a demonstration there is no mailbox, and sign-in by mail says that it is not available', async () => {
    const server = await openTestServer({ engine: 'pglite', config: { isDemo: false } })
    onTestFinished(() => server.close())
    const visitor = await signIn(server)
    expect((await server.fetch('/demo/mailbox?address=a@b.test')).status).toBe(404)
    const refusal = { status: 200, code: 4503, msg: 'Sign-in by e-mail is not available' }
    expect(await visitor.post('/user/email_code', { email: newAddress() })).toMatchObject(refusal)
    expect(await visitor.post('/user/email_login', { email: newAddress(), code: '000000' })).toMatchObject(refusal)
    expect((await visitor.post('/user/recovery_code')).code).toBe(200)
  })
})

test('mails load nothing, name the code once in each part, and say the same five things in five languages', () => {
  const mails = langs.map(lang => createCodeMail('a@b.test', '042137', lang))
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(5)
  for (const { subject, text, html } of mails) {
    expect(subject).toContain('042137')
    for (const part of [text, html]) expect(part.split('042137')).toHaveLength(2)
    expect(html).not.toMatch(/src=|href=|url\(|<img|<link|<script|https?:/)
    for (const line of text.split('\n').filter(line => line !== '')) expect(html).toContain(line)
  }
})

test('settings of mail and accounts are read, and a bad one is named', () => {
  const surroundings = { projectDir: '/project', readText: () => null }
  const read = (env: Record<string, string>) => readConfig(env, surroundings)
  const live = { NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: '1' }
  expect(read({ SMTP_URL: 'smtps://u:p@mail.test', MAIL_FROM: 'A <a@b.test>', ...live })).toMatchObject({
    smtpUrl: 'smtps://u:p@mail.test',
    mailFrom: 'A <a@b.test>',
    isProduction: true
  })
  expect(() => read({ SMTP_URL: 'mail.test' })).toThrow(/^SMTP_URL/)
  expect(() => read({ SMTP_URL: 'http://u:secret@mail.test' })).not.toThrow(/secret/)
  expect(() => read({ ACCOUNT_SECRET: 'short' })).toThrow(/^ACCOUNT_SECRET/)
})
