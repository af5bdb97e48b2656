import type { Config } from '../../config/config.js'
import type { Clock } from '../../lib/clock.js'
import { createMailbox, type Mailbox } from './demo-mailbox.js'
import type { Mailer } from './mailer.js'
import { createSmtpMailer } from './smtp-mailer.js'

export type MailerSetup =
  | { kind: 'smtp'; mailer: Mailer }
  | { kind: 'demo'; mailer: Mailbox }
  | { kind: 'none'; mailer: null }

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'isDemo'>

/** Only a demonstration has the demo mailbox, because everyone can read it. */
export function createMailer({ smtpUrl, mailFrom, isDemo }: MailSettings, clock: Clock): MailerSetup {
  if (smtpUrl !== null) return { kind: 'smtp', mailer: createSmtpMailer(smtpUrl, mailFrom) }
  return isDemo ? { kind: 'demo', mailer: createMailbox(clock) } : { kind: 'none', mailer: null }
}
