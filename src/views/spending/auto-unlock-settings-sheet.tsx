import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AutoUnlockSettings, DramaAutoUnlock } from '../../../contract/spending.js'
import type { ProfileTranslate } from '../../core/profile/messages.js'
import { type CoinChoice, chosenCoins, MAX_COINS, toCoinChoice } from '../../core/spending/coin-choice.js'
import { capProposals } from '../../core/spending/spending.js'
import { usePartText } from '../app/use-part-text.js'
import type { ProfileSheetProps } from '../profile/profile-sheet.js'
import { css as choicesCss } from '../ui/controls/radio-group.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import { CoinChoiceField } from './coin-choice.js'
import { PassNote } from './pass-note.js'
import spendingCss from './spending-sheet.css'

export const css = sheetCss + choicesCss + spendingCss

export default function AutoUnlockSettingsSheet({ page, onClose }: ProfileSheetProps) {
  const text = usePartText(page.texts)
  const loadable = useStore(page.info.$loadable)
  if (loadable.state !== 'ready') return null
  const { auto_unlock, vip } = loadable.value
  return (
    <Sheet label={text('autoUnlock')} onClose={onClose}>
      <div className="spending">
        <h2>{text('autoUnlock')}</h2>
        <ul className="spending-points">
          <li>{text('autoUnlockWhat')}</li>
          <li>{text('autoUnlockPrice')}</li>
          <li>{text('autoUnlockNever')}</li>
          <li>{text('autoUnlockStop')}</li>
        </ul>
        <PassNote page={page} vip={vip} />
        <CapForm page={page} settings={auto_unlock} onClose={onClose} />
        <DramaSettings page={page} settings={auto_unlock} />
      </div>
    </Sheet>
  )
}

function CapForm({ page, settings, onClose }: ProfileSheetProps & { settings: AutoUnlockSettings }) {
  const text = usePartText(page.texts)
  const [draft, setDraft] = useState<CoinChoice>()
  const [isProblemShown, showProblem] = useState(false)
  const choice = draft ?? toCoinChoice(settings.daily_cap, capProposals)
  const cap = chosenCoins(choice, 1) ?? undefined
  const isUnchanged = settings.enabled && cap === settings.daily_cap
  const saveAndClose = (isOn: boolean) => {
    void page.spending.setAutoUnlock(settings, isOn, isOn ? cap : undefined)
    onClose()
  }
  const save = () => {
    if (cap === undefined) showProblem(true)
    else if (!isUnchanged) saveAndClose(true)
  }
  return (
    <>
      <CoinChoiceField
        page={page}
        legend={text('capQuestion')}
        proposals={capProposals}
        choice={choice}
        problem={isProblemShown && cap === undefined ? text('coinsRange', { least: 1, most: MAX_COINS }) : undefined}
        onChoose={setDraft}
        onSubmit={save}
      />
      <div className="spending-buttons">
        {settings.enabled && (
          <button type="button" className="button quiet" part="button" onClick={() => saveAndClose(false)}>
            {text('turnOff')}
          </button>
        )}
        <button type="button" className="button primary" part="button" aria-disabled={isUnchanged} onClick={save}>
          {text(settings.enabled ? 'save' : 'turnOn')}
        </button>
      </div>
    </>
  )
}

function DramaSettings({ page, settings }: Pick<ProfileSheetProps, 'page'> & { settings: AutoUnlockSettings }) {
  const text = usePartText(page.texts)
  if (settings.dramas.length === 0) return null
  return (
    <section className="spending-dramas">
      <h3>{text('ownDramas')}</h3>
      <ul>
        {settings.dramas.map(drama => (
          <li key={drama.drama_id}>
            <p>
              {drama.title}
              <small>{dramaValue(drama, text)}</small>
            </p>
            <button
              type="button"
              className="button quiet"
              part="button"
              aria-label={text('followAllOf', { title: drama.title })}
              onClick={() => void page.spending.forgetDrama(settings, drama.drama_id)}
            >
              {text('followAll')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function dramaValue({ enabled, daily_cap }: DramaAutoUnlock, text: ProfileTranslate): string {
  if (!enabled) return text('turnedOff')
  return daily_cap === null ? text('turnedOn') : text('capADay', { count: daily_cap })
}
