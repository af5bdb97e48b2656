import type { ReactNode } from 'react'
import { useScope } from '../../app/scope.js'
import { Icon } from '../../ui/icon/icon.js'
import { MenuIcon } from '../../ui/icon/menu-icon.js'
import sheetCss from '../../ui/overlay/sheet.css'
import { Sheet } from '../../ui/overlay/sheet.js'
import { PlayerIcon } from '../player-icons.js'
import type { SheetProps } from './open-sheet.js'
import sheetsCss from './sheets.css'

export const css = sheetCss + sheetsCss

/** What is wanted less often. */
export function PlayerSheet({ page, desk, say, onClose }: SheetProps) {
  const { app } = useScope()
  const then = (task: () => void) => () => {
    onClose()
    task()
  }
  return (
    <Sheet label={say('moreActions')} onClose={onClose}>
      <div className="player-sheet">
        <h2>{say('moreActions')}</h2>
        <ul className="more-lines">
          <Line
            icon={<PlayerIcon name="hide" />}
            name={say('hideControls')}
            note={say('hideControlsNote')}
            onPress={then(() => app.settings.$isClean.set(true))}
          />
          <Line
            icon={<Icon name="info" />}
            name={say('aboutDrama')}
            onPress={then(() => app.dramaSheet.open(page.dramaId))}
          />
          {app.options.hasHotkeys() && (
            <Line
              icon={<PlayerIcon name="keyboard" />}
              name={say('shortcuts')}
              onPress={() => desk.$sheet.set('shortcuts')}
            />
          )}
          <Line
            icon={<MenuIcon name="unlock" />}
            name={say('autoUnlock')}
            onPress={() => desk.$sheet.set('auto-unlock')}
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

function Line({ icon, name, note, onPress }: LineProps) {
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
