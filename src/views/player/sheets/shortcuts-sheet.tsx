import type { PlayerMessageKey } from '../../../../locales/player/en.js'
import sheetCss from '../../ui/overlay/sheet.css'
import { Sheet } from '../../ui/overlay/sheet.js'
import type { PlayerSheetProps } from './open-sheet.js'
import sheetsCss from './sheets.css'

export const css = sheetCss + sheetsCss

const shortcuts: readonly [keys: readonly string[], meaning: PlayerMessageKey][] = [
  [['Space', 'K'], 'keyPlay'],
  [['←', '→'], 'keySkipFive'],
  [['J', 'L'], 'keySkipTen'],
  [['Home', 'End'], 'keyEdges'],
  [['↑', '↓', 'PgUp', 'PgDn'], 'keyTurn'],
  [['M'], 'keySound'],
  [['C'], 'keyCaptions'],
  [['F'], 'fullScreen'],
  [['P'], 'pictureInPicture'],
  [['<', '>'], 'speed'],
  [['E'], 'keyEpisodes'],
  [['?'], 'keyHelp'],
  [['Esc'], 'keyBack']
]

export default function ShortcutsSheet({ translate, onClose }: PlayerSheetProps) {
  return (
    <Sheet label={translate('shortcuts')} onClose={onClose}>
      <div className="player-sheet">
        <h2>{translate('shortcuts')}</h2>
        <dl className="shortcuts">
          {shortcuts.map(([keys, meaning]) => (
            <div key={meaning}>
              <dt>
                {keys.map(key => (
                  <kbd key={key}>{key === 'Space' ? translate('spaceKey') : key}</kbd>
                ))}
              </dt>
              <dd>{translate(meaning)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Sheet>
  )
}
