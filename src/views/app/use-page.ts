import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { useScope, useTranslation } from './scope.js'

/** What a page's core may have for its view to call. */
interface Core {
  exit?(): void
  /** Asks the server again for what is on screen. */
  reload?(): void
}

/** A page's core, made when its view is first drawn and ended with it; in another language, and for another viewer, it asks again. */
export function usePage<Page extends object>(create: () => Page): Page {
  const [page] = useState(create)
  const core: Core = page
  const { language } = useTranslation()
  const shown = language.tag + useStore(useScope().app.session.$change)
  const asked = useRef(shown)
  useEffect(() => () => core.exit?.(), [core])
  useEffect(() => {
    if (asked.current === shown) return
    asked.current = shown
    core.reload?.()
  }, [core, shown])
  return page
}
