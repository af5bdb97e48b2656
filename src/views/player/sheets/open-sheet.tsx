import { useStore } from '@nanostores/react'
import { type ComponentType, useCallback, useEffect, useMemo } from 'react'
import type { SheetName } from '../../../player/player-ui-state.js'
import { useScope } from '../../app/scope.js'
import { useLazyPart, useOverlay } from '../../app/use-lazy-part.js'
import { SheetPortal } from '../../app/use-sheets.js'
import type { UnlockPart } from '../../unlock/use-unlock.js'
import type { ControlProps } from '../control-props.js'

interface Props extends ControlProps {
  unlockPart: UnlockPart | undefined
}

export interface PlayerSheetProps extends Props {
  onClose(): void
}

interface PlayerSheetModule {
  css: string
  default: ComponentType<PlayerSheetProps>
}

const sheets: Record<SheetName, () => Promise<PlayerSheetModule>> = {
  episodes: () => import('./episode-list-sheet.js'),
  share: () => import('./share-sheet.js'),
  more: () => import('./player-menu-sheet.js'),
  shortcuts: () => import('./shortcuts-sheet.js'),
  'auto-unlock': () => import('../../unlock/auto-unlock-sheet.js'),
  limits: () => import('../../unlock/player-limits-sheet.js'),
  store: () => import('../../unlock/store-sheet.js')
}

export function OpenPlayerSheet(parts: Props) {
  const { $sheet } = parts.uiState
  const name = useStore($sheet)
  const close = useCallback(() => $sheet.set(undefined), [$sheet])
  useEffect(() => {
    // Preload the sheet that viewers open most.
    sheets.episodes().catch(() => undefined)
  }, [])
  return name && <OpenSheet key={name} name={name} onClose={close} {...parts} />
}

function OpenSheet({ name, ...props }: PlayerSheetProps & { name: SheetName }) {
  const { app } = useScope()
  const wanted = useMemo(() => ({ name }), [name])
  const part = useLazyPart(wanted, sheets[name], app.toasts, props.onClose)
  useOverlay(wanted, props.onClose)
  return (
    part && (
      <SheetPortal>
        <part.default {...props} />
      </SheetPortal>
    )
  )
}
