import type { Transporter } from 'nodemailer'
import { withSpan } from '../../lib/tracing.js'
import { type MailAttachment, type Mailer, MailFailed } from './mailer.js'

const CONNECT_TIMEOUT_MS = 3_000
const SOCKET_TIMEOUT_MS = 4_000
/** Shorter than the 8 s that an external call may take. */
const SEND_TIMEOUT_MS = 7_000
const MAIL_SPAN = { kind: 'client', attributes: { 'peer.service': 'smtp' } } as const

export function createSmtpMailer(url: string, from: string): Mailer {
  let opened: Transporter | null = null
  return {
    async send({ attachments = [], ...mail }) {
      const transport = opened ?? (await createSmtpTransport(url))
      opened = transport
      let timer: NodeJS.Timeout | undefined
      const sendTimeout = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new MailFailed('ETIMEDOUT')), SEND_TIMEOUT_MS)
      })
      try {
        await withSpan('mail', MAIL_SPAN, () =>
          Promise.race([
            transport.sendMail({ from, ...mail, attachments: attachments.map(toSmtpAttachment) }),
            sendTimeout
          ])
        )
      } catch (error) {
        throw error instanceof MailFailed ? error : new MailFailed(formatReason(error))
      } finally {
        clearTimeout(timer)
      }
    }
  }
}

const toSmtpAttachment = ({ name, type, text }: MailAttachment) => ({
  filename: name,
  contentType: type,
  content: text
})

async function createSmtpTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true
  })
}

/** Reports only codes, because a mail server repeats the address in its message. */
function formatReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const response = 'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : ''
  return `${code}${response}`
}
