/** A mail to be sent: the same in text and in HTML. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Who a mail is sent for: the network address that asked for it. */
export interface MailOrigin {
  address: string
}

/** Sends mail; throws MailFailed when it cannot within seconds. */
export interface Mailer {
  send(mail: Mail, origin: MailOrigin): Promise<void>
}

/** A mail that did not leave. It never carries the address or what was written. */
export class MailFailed extends Error {
  override name = 'MailFailed'
}
