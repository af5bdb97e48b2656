import { useStore } from '@nanostores/react'
import { type ComponentType, useCallback, useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import type { SheetName } from '../../../player/player-ui-state.js'
import { useCover, usePart } from '../../app/overlays.js'
import { useScope } from '../../app/scope.js'
import type { Unlocking } from '../../unlock/use-unlock.js'
import type { PartProps } from '../control-props.js'

interface Props extends PartProps {
  /** Undefined until it has arrived. */
  unlocking: Unlocking | undefined
}

export interface SheetProps extends Props {
  onClose(): void
}

/** What opens over the player: its code comes when it is asked for. */
interface SheetModule {
  css: string
  PlayerSheet: ComponentType<SheetProps>
}

const sheets: Record<SheetName, () => Promise<SheetModule>> = {
  episodes: () => import('./episode-list-sheet.js'),
  share: () => import('./share-sheet.js'),
  more: () => import('./more-sheet.js'),
  shortcuts: () => import('./shortcuts-sheet.js'),
  'auto-unlock': () => import('../../unlock/auto-unlock-sheet.js'),
  store: () => import('../../unlock/store-sheet.js')
}

/** The sheet that is open over the player. */
export function PlayerSheet(parts: Props) {
  const { $sheet } = parts.desk
  const name = useStore($sheet)
  const close = useCallback(() => $sheet.set(undefined), [$sheet])
  useEffect(() => {
    // Most who want anything want the episodes.
    sheets.episodes().catch(() => undefined)
  }, [])
  return name && <OpenSheet key={name} name={name} onClose={close} {...parts} />
}

function OpenSheet({ name, ...props }: SheetProps & { name: SheetName }) {
  const { app, root } = useScope()
  const wanted = useMemo(() => ({ name }), [name])
  const part = usePart(wanted, sheets[name], app.toasts, props.onClose)
  useCover(wanted, props.onClose)
  const place = root.querySelector('.overlays')
  return part && place && createPortal(<part.PlayerSheet {...props} />, place)
}
