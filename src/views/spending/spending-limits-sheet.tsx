import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { SpendingLimits } from '../../../contract/spending.js'
import { type CoinChoice, chosenCoins, MAX_COINS, toCoinChoice } from '../../core/spending/coin-choice.js'
import {
  isHigherLimit,
  type LimitChange,
  type LimitName,
  limitNames,
  limitProposals,
  requestedLimit
} from '../../core/spending/spending.js'
import { useScope } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import type { ProfileSheetProps } from '../profile/profile-sheet.js'
import { css as choicesCss } from '../ui/controls/radio-group.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import { CoinChoiceField } from './coin-choice.js'
import { PassNote } from './pass-note.js'
import spendingCss from './spending-sheet.css'

export const css = sheetCss + choicesCss + spendingCss

export default function SpendingLimitsSheet({ page, onClose }: ProfileSheetProps) {
  const text = usePartText(page.texts)
  const loadable = useStore(page.info.$loadable)
  useEffect(() => void page.refreshQuietly(), [page])
  if (loadable.state !== 'ready') return null
  const { limits, vip } = loadable.value
  return (
    <Sheet label={text('spendingLimits')} onClose={onClose}>
      <div className="spending">
        <h2>{text('spendingLimits')}</h2>
        <p className="spending-text">{text('limitsWhat')}</p>
        <p className="spending-rule">{text('limitsRule')}</p>
        <PassNote page={page} vip={vip} />
        <SpendingLimitsForm page={page} limits={limits} />
      </div>
    </Sheet>
  )
}

type Drafts = Partial<Record<LimitName, CoinChoice>>

interface FormProps {
  page: ProfileSheetProps['page']
  limits: SpendingLimits
}

function SpendingLimitsForm({ page, limits }: FormProps) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  const [drafts, setDrafts] = useState<Drafts>({})
  const [isProblemShown, showProblem] = useState(false)
  const changed = limitNames.filter(name => {
    const draft = drafts[name]
    return draft !== undefined && chosenCoins(draft, 0) !== requestedLimit(limits, name)
  })
  const save = async () => {
    const change: LimitChange = {}
    for (const name of changed) {
      const coins = chosenCoins(drafts[name] ?? { state: 'none' }, 0)
      if (coins === undefined) return showProblem(true)
      change[name] = coins
    }
    if (changed.length === 0 || !(await page.spending.setLimits(limits, change))) return
    setDrafts({})
    app.toasts.show({ title: text('settingsSaved') })
  }
  return (
    <>
      {limitNames.map(name => (
        <LimitField
          key={name}
          page={page}
          limits={limits}
          name={name}
          isProblemShown={isProblemShown}
          draft={drafts[name]}
          onChoose={choice => setDrafts({ ...drafts, [name]: choice })}
          onSubmit={() => void save()}
        />
      ))}
      <div className="spending-buttons">
        <button
          type="button"
          className="button primary"
          part="button"
          aria-disabled={changed.length === 0}
          onClick={() => void save()}
        >
          {text('save')}
        </button>
      </div>
    </>
  )
}

interface FieldProps extends FormProps {
  name: LimitName
  draft: CoinChoice | undefined
  isProblemShown: boolean
  onChoose(choice: CoinChoice): void
  onSubmit(): void
}

function LimitField({ page, limits, name, draft, isProblemShown, onChoose, onSubmit }: FieldProps) {
  const text = usePartText(page.texts)
  const requested = requestedLimit(limits, name)
  const choice = draft ?? toCoinChoice(requested, limitProposals)
  const coins = chosenCoins(choice, 0)
  const problem = text('coinsRange', { least: 0, most: MAX_COINS })
  return (
    <div>
      <CoinChoiceField
        page={page}
        choice={choice}
        onChoose={onChoose}
        onSubmit={onSubmit}
        legend={text(name === 'daily_coins' ? 'limitDaily' : 'limitWeekly')}
        proposals={limitProposals}
        canBeNone
        problem={isProblemShown && coins === undefined ? problem : undefined}
      />
      <LimitState page={page} limits={limits} name={name} />
      <p className="spending-when" aria-live="polite">
        {coins !== undefined &&
          coins !== requested &&
          text(isHigherLimit(coins, limits[name]) ? 'willHoldLater' : 'willHoldNow')}
      </p>
    </div>
  )
}

function LimitState({ page, limits, name }: FormProps & { name: LimitName }) {
  const { dateTime } = usePriceAndDateFormat()
  const text = usePartText(page.texts)
  const formatLimit = (coins: number | null) => (coins === null ? text('noLimit') : text('coinCount', { count: coins }))
  const pending = limits.pending[name]
  return (
    <div className="spending-state">
      <p>{text('holdsNow', { limit: formatLimit(limits[name]) })}</p>
      {pending && (
        <>
          <p className="spending-waiting">
            {text('holdsFrom', { date: dateTime(pending.effective_at), limit: formatLimit(pending.coins) })}
          </p>
          <button
            type="button"
            className="button quiet"
            part="button"
            onClick={() => void page.spending.setLimits(limits, { [name]: limits[name] })}
          >
            {text('keepPresent')}
          </button>
        </>
      )}
    </div>
  )
}
