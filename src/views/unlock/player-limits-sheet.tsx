import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { createProfilePage } from '../../core/profile/profile-page.js'
import { useScope } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import type { PlayerSheetProps } from '../player/sheets/open-sheet.js'
import SpendingLimitsSheet, { css as limitsCss } from '../spending/spending-limits-sheet.js'

export const css = limitsCss

/** The sheet of My, over the player. */
export default function PlayerLimitsSheet({ translate, onClose }: PlayerSheetProps) {
  const { app } = useScope()
  const page = usePageModel(() => createProfilePage(app))
  const text = useStore(page.texts.$text)
  useEffect(() => {
    page.texts.load().catch(() => {
      app.toasts.showText(translate('networkBad'))
      onClose()
    })
  }, [app, page, translate, onClose])
  return text ? <SpendingLimitsSheet page={page} onClose={onClose} /> : null
}
