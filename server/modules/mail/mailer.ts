export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  attachments?: readonly MailAttachment[]
}

export interface MailAttachment {
  name: string
  type: string
  text: string
}

export interface MailOrigin {
  address: string
}

export interface Mailer {
  send(mail: Mail, origin: MailOrigin): Promise<void>
}

export class MailFailed extends Error {
  override name = 'MailFailed'
}
