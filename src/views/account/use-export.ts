import { useRef } from 'react'
import { fetchExport } from '../../core/account/data-export.js'
import type { AccountTranslate } from '../../core/account/messages.js'
import { saveFile } from '../../dom/save-file.js'
import { useScope } from '../app/scope.js'

export function useExport(translate: AccountTranslate): () => void {
  const { app, root } = useScope()
  const isBusy = useRef(false)
  const run = async () => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      saveFile(root.ownerDocument, app.environment.clock.setTimer, await fetchExport(app))
      app.toasts.show({ title: translate('exported') })
    } catch (error) {
      app.showError(error)
    }
    isBusy.current = false
  }
  return () => void run()
}
