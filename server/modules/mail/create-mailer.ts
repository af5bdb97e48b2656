import type { Config } from '../../config/config.js'
import type { Clock } from '../../lib/clock.js'
import { createMailbox, type Mailbox } from './demo-mailbox.js'
import type { Mailer } from './mailer.js'
import { createSmtpMailer } from './smtp-mailer.js'

/** How mail leaves: by SMTP, into the mailbox of the demonstration, or not at all. */
export type MailerSetup =
  | { kind: 'smtp'; mailer: Mailer }
  | { kind: 'demo'; mailer: Mailbox }
  | { kind: 'none'; mailer: null }

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'isProduction'>

/** In production nothing is kept where anybody could read it. */
export function createMailer({ smtpUrl, mailFrom, isProduction }: Settings, clock: Clock): MailerSetup {
  if (smtpUrl !== null) return { kind: 'smtp', mailer: createSmtpMailer(smtpUrl, mailFrom) }
  return isProduction ? { kind: 'none', mailer: null } : { kind: 'demo', mailer: createMailbox(clock) }
}
