import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { useScope, useTranslation } from './scope.js'

/** What a page's core may have for its view to call. */
interface PageModel {
  exit?(): void
  /** Asks the server again for what is on screen. */
  reload?(): void
}

/** A page's core, made when its view is first drawn and ended with it; in another language, and for another viewer, it asks again. */
export function usePageModel<Page extends object>(create: () => Page): Page {
  const [page] = useState(create)
  const model: PageModel = page
  const { language } = useTranslation()
  const shown = language.tag + useStore(useScope().app.session.$change)
  const asked = useRef(shown)
  useEffect(() => () => model.exit?.(), [model])
  useEffect(() => {
    if (asked.current === shown) return
    asked.current = shown
    model.reload?.()
  }, [model, shown])
  return page
}
