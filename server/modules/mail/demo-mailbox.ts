import type { Clock } from '../../lib/clock.js'
import type { Mail, Mailer } from './mailer.js'

/** A mail of the demonstration, as the page shows it; `at` in epoch ms. */
export interface StoredMail extends Mail {
  id: number
  at: number
  address: string
}

/** Where mails of a demonstration arrive: in the memory of this process. */
export interface Mailbox extends Mailer {
  /** To an address, or asked for from a network address; newest first. */
  list(of: { to: string } | { address: string }): StoredMail[]
}

const KEPT = 200
const LISTED = 20

export function createMailbox(clock: Clock): Mailbox {
  const mails: StoredMail[] = []
  let count = 0
  return {
    async send(mail, { address }) {
      count += 1
      mails.unshift({ ...mail, id: count, at: clock.now(), address })
      mails.length = Math.min(mails.length, KEPT)
    },
    list(of) {
      return mails.filter(mail => ('to' in of ? mail.to === of.to : mail.address === of.address)).slice(0, LISTED)
    }
  }
}
