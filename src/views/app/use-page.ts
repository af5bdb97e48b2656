import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { useScope, useTranslation } from './scope.js'

interface PageModel {
  exit?(): void
  reload?(): void
}

/**
 * Creates the page's model on first render and calls `exit` on unmount. Calls `reload` when the language or viewer
 * changes.
 */
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
