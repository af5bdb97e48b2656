import type { ReactNode } from 'react'
import { useScope } from '../../app/scope.js'
import { ActionIcon } from '../../ui/icon/action-icon.js'
import { MenuIcon } from '../../ui/icon/menu-icon.js'
import sheetCss from '../../ui/overlay/sheet.css'
import { Sheet } from '../../ui/overlay/sheet.js'
import { PlayerIcon } from '../player-icons.js'
import type { PlayerSheetProps } from './open-sheet.js'
import sheetsCss from './sheets.css'

export const css = sheetCss + sheetsCss

export default function PlayerMenuSheet({ page, uiState, translate, onClose }: PlayerSheetProps) {
  const { app } = useScope()
  const closeAndRun = (task: () => void) => () => {
    onClose()
    task()
  }
  return (
    <Sheet label={translate('moreActions')} onClose={onClose}>
      <div className="player-sheet">
        <h2>{translate('moreActions')}</h2>
        <ul className="more-lines">
          <SheetLine
            icon={<PlayerIcon name="hide" />}
            name={translate('hideControls')}
            note={translate('hideControlsNote')}
            onPress={closeAndRun(() => app.playbackSettings.$isControlsHidden.set(true))}
          />
          <SheetLine
            icon={<ActionIcon name="info" />}
            name={translate('aboutDrama')}
            onPress={closeAndRun(() => app.dramaSheet.open(page.dramaId))}
          />
          {app.options.hasHotkeys() && matchMedia('(any-hover: hover)').matches && (
            <SheetLine
              icon={<PlayerIcon name="keyboard" />}
              name={translate('shortcuts')}
              onPress={() => uiState.$sheet.set('shortcuts')}
            />
          )}
          <SheetLine
            icon={<MenuIcon name="unlock" />}
            name={translate('autoUnlock')}
            onPress={() => uiState.$sheet.set('auto-unlock')}
          />
        </ul>
      </div>
    </Sheet>
  )
}

interface LineProps {
  icon: ReactNode
  name: string
  note?: string
  onPress(): void
}

function SheetLine({ icon, name, note, onPress }: LineProps) {
  return (
    <li>
      <button type="button" onClick={onPress}>
        {icon}
        <span>
          {name}
          {note && <small>{note}</small>}
        </span>
      </button>
    </li>
  )
}
