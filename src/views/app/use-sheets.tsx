import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import { adoptStyles } from '../../dom/adopted-styles.js'
import { useScope, useTranslation } from './scope.js'
import { useOverlay } from './use-lazy-part.js'

/** What the chunk of a sheet exports. */
export interface SheetModule<Props> {
  default: ComponentType<Props>
  css: string
}

export interface Sheets<Name extends string, Module> {
  /** Opens a sheet if its page is still on screen when code and data are loaded. */
  open(name: Name): void
  close(): void
  shown: Module | undefined
}

interface SheetsOptions {
  /** Loads what a sheet needs besides its code. A rejection shows a toast. */
  prepare?(): Promise<unknown>
  onClosed?: (() => void) | undefined
}

export function useSheets<Name extends string, Module extends { css: string }>(
  modules: Record<Name, () => Promise<Module>>,
  { prepare, onClosed }: SheetsOptions = {}
): Sheets<Name, Module> {
  const { app, root } = useScope()
  const { text } = useTranslation()
  const [shown, setShown] = useState<Module>()
  const close = useCallback(() => {
    setShown(undefined)
    onClosed?.()
  }, [onClosed])
  useOverlay(shown, close)
  const open = async (name: Name) => {
    const page = app.router.$stack.get().top?.id
    try {
      const [module] = await Promise.all([modules[name](), prepare?.()])
      adoptStyles(root, module.css)
      if (app.router.$stack.get().top?.id === page) setShown(module)
    } catch {
      app.toasts.showText(text('networkBad'))
    }
  }
  return { open: name => void open(name), close, shown }
}

export function SheetPortal({ children }: { children: ReactNode }) {
  const overlays = useScope().root.querySelector('.overlays')
  return overlays && createPortal(children, overlays)
}
