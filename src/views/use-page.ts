import { useEffect, useRef, useState } from 'react'
import { useTranslation } from './context.js'

/** What a page's core may have for its view to call. */
interface Core {
  exit?(): void
  /** Asks the server again for what is on screen. */
  reload?(): void
}

/** A page's core, made when its view is first drawn and ended with it; in another language it asks again. */
export function usePage<Page extends object>(create: () => Page): Page {
  const [page] = useState(create)
  const core: Core = page
  const { language } = useTranslation()
  const shown = useRef(language)
  useEffect(() => () => core.exit?.(), [core])
  useEffect(() => {
    if (shown.current === language) return
    shown.current = language
    core.reload?.()
  }, [core, language])
  return page
}
