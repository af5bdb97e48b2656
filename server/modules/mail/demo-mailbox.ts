import type { Clock } from '../../lib/clock.js'
import type { Mail, Mailer } from './mailer.js'

export interface StoredMail extends Mail {
  id: number
  at: number
  address: string
}

export interface Mailbox extends Mailer {
  list(of: { to: string } | { address: string }): StoredMail[]
}

const MAX_MAILS = 200
const MAX_LISTED_MAILS = 20

export function createMailbox(clock: Clock): Mailbox {
  const mails: StoredMail[] = []
  let count = 0
  return {
    async send(mail, { address }) {
      count += 1
      mails.unshift({ ...mail, id: count, at: clock.now(), address })
      mails.length = Math.min(mails.length, MAX_MAILS)
    },
    list(of) {
      return mails
        .filter(mail => ('to' in of ? mail.to === of.to : mail.address === of.address))
        .slice(0, MAX_LISTED_MAILS)
    }
  }
}
