import { useEffect, useState } from 'react'

/** A mail of the demonstration; `at` in epoch ms. */
export interface InboxMail {
  id: number
  at: number
  to: string
  subject: string
  text: string
}

const EVERY_MS = 3000

/** Mails that were asked for from here, newest first, while the page is looked at; undefined where mail really leaves. */
export function useInbox(apiBase: string): InboxMail[] | undefined {
  const [mails, setMails] = useState<InboxMail[]>()

  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const look = async () => {
      const isOver = !document.hidden && !(await read())
      if (!isOver && !controller.signal.aborted) timer = setTimeout(look, EVERY_MS)
    }
    /** False where there is no mailbox: nobody asks again. Too many readers of one network are no reason to give up. */
    const read = async () => {
      try {
        const answer = await fetch(`${apiBase}/demo/mailbox`, { signal: controller.signal })
        if (!answer.ok) return answer.status === 429
        const { data }: { data: { list: InboxMail[] } } = await answer.json()
        setMails(before => (before?.[0]?.id === data.list[0]?.id && before ? before : data.list))
        return true
      } catch {
        return !controller.signal.aborted
      }
    }
    void look()
    return () => {
      controller.abort()
      clearTimeout(timer)
      setMails(undefined)
    }
  }, [apiBase])

  return mails
}
