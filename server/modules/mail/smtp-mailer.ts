import { createTransport } from 'nodemailer'
import { type Mailer, MailFailed } from './mailer.js'

const CONNECT_MS = 3_000
const SILENCE_MS = 4_000
/** Less than a request may take in all. */
const WHOLE_MS = 7_000

/** Sends by SMTP, at the address of SMTP_URL. */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: CONNECT_MS,
    disableFileAccess: true,
    disableUrlAccess: true
  })
  return {
    async send(mail) {
      let timer: NodeJS.Timeout | undefined
      const tooSlow = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new MailFailed('ETIMEDOUT')), WHOLE_MS)
      })
      try {
        await Promise.race([transport.sendMail({ from, ...mail }), tooSlow])
      } catch (error) {
        throw error instanceof MailFailed ? error : new MailFailed(reasonOf(error))
      } finally {
        clearTimeout(timer)
      }
    }
  }
}

/** Only codes: what a mail server writes repeats the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const answer = 'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : ''
  return `${code}${answer}`
}
