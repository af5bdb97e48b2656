import type { InboxMail } from './use-inbox.js'

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

export function Inbox({ mails }: { mails: InboxMail[] }) {
  return (
    <section className="inbox" aria-labelledby="inbox-title">
      <header className="panel-head">
        <h2 id="inbox-title">
          Demo mailbox <span className="count">{mails.length}</span>
        </h2>
        <span className="inbox-name" lang="pt">
          Caixa de entrada de demonstração
        </span>
      </header>
      {mails.length === 0 ? (
        <p className="inbox-empty">
          Sign in with any address, real or made up: its code arrives here, not in the mail.
        </p>
      ) : (
        <div className="inbox-list" role="log" aria-label="Mails of this page's visitors">
          {mails.map((mail, index) => (
            <MailEntry key={mail.id} mail={mail} isNewest={index === 0} />
          ))}
        </div>
      )}
    </section>
  )
}

function MailEntry({ mail: { at, to, subject, text }, isNewest }: { mail: InboxMail; isNewest: boolean }) {
  const code = /\d{6}/.exec(subject)?.[0]
  return (
    <details className="letter" data-newest={isNewest || undefined}>
      <summary>
        <span className="letter-code">{code}</span>
        <span className="letter-to">{to}</span>
        <time dateTime={new Date(at).toISOString()}>{clock.format(at)}</time>
        <span className="letter-subject">{subject}</span>
      </summary>
      <p className="letter-text">{text}</p>
    </details>
  )
}
