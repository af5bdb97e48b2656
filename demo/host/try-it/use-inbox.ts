import { useEffect, useState } from 'react'

export interface InboxMail {
  id: number
  at: number
  to: string
  subject: string
  text: string
}

const POLL_INTERVAL_MS = 3000

/** Polls the demo mailbox while the page is visible. Undefined if the server sends real mail. */
export function useInbox(apiBase: string): InboxMail[] | undefined {
  const [mails, setMails] = useState<InboxMail[]>()

  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const poll = async () => {
      const isUnavailable = !document.hidden && !(await loadMails())
      if (!isUnavailable && !controller.signal.aborted) timer = setTimeout(poll, POLL_INTERVAL_MS)
    }
    /**
     * Returns false if there is no mailbox, which stops polling. Status 429 (too many requests from this network) does
     * not.
     */
    const loadMails = async () => {
      try {
        const response = await fetch(`${apiBase}/demo/mailbox`, { signal: controller.signal })
        if (!response.ok) return response.status === 429
        const { data }: { data: { list: InboxMail[] } } = await response.json()
        setMails(before => (before?.[0]?.id === data.list[0]?.id && before ? before : data.list))
        return true
      } catch {
        return !controller.signal.aborted
      }
    }
    void poll()
    return () => {
      controller.abort()
      clearTimeout(timer)
      setMails(undefined)
    }
  }, [apiBase])

  return mails
}
