import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import { adoptStyles } from '../../dom/adopted-styles.js'
import { useOverlay } from './overlays.js'
import { useScope, useTranslation } from './scope.js'

export interface Sheets<Name extends string, Module> {
  /** Opens a sheet over the page that asks, if that is still on screen when all of it is there. */
  open(name: Name): void
  close(): void
  /** The code of the one that is open. */
  shown: Module | undefined
}

interface SheetsOptions {
  /** What a sheet needs besides its code, such as texts; rejects when it cannot be had. */
  prepare?(): Promise<unknown>
  onClosed?: (() => void) | undefined
}

/** The sheets of a page, whose code comes when one is asked for; the viewer is told when it cannot be had. */
export function useSheets<Name extends string, Module extends { css: string }>(
  modules: Record<Name, () => Promise<Module>>,
  { prepare, onClosed }: SheetsOptions = {}
): Sheets<Name, Module> {
  const { app, root } = useScope()
  const { text } = useTranslation()
  const [shown, show] = useState<Module>()
  const close = useCallback(() => {
    show(undefined)
    onClosed?.()
  }, [onClosed])
  useOverlay(shown, close)
  const open = async (name: Name) => {
    const page = app.router.$stack.get().top?.id
    try {
      const [arrived] = await Promise.all([modules[name](), prepare?.()])
      adoptStyles(root, arrived.css)
      if (app.router.$stack.get().top?.id === page) show(arrived)
    } catch {
      app.toasts.showText(text('networkBad'))
    }
  }
  return { open: name => void open(name), close, shown }
}

/** Draws a sheet over every page, as part of the one that it belongs to. */
export function SheetPortal({ children }: { children: ReactNode }) {
  const place = useScope().root.querySelector('.overlays')
  return place && createPortal(children, place)
}
