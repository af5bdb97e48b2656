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
  const dataKey = language.tag + useStore(useScope().app.session.$change)
  const loadedKey = useRef(dataKey)
  useEffect(() => () => model.exit?.(), [model])
  useEffect(() => {
    if (loadedKey.current === dataKey) return
    loadedKey.current = dataKey
    model.reload?.()
  }, [model, dataKey])
  return page
}
