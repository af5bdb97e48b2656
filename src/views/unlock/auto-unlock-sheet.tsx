import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { readyValue } from '../../core/loading/loadable.js'
import { isAutoUnlockOn } from '../../core/spending/spending.js'
import type { PlayerSheetProps } from '../player/sheets/open-sheet.js'
import { css as choicesCss, RadioGroup } from '../ui/controls/radio-group.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import { FailureView } from '../ui/status/notice.js'
import { Spinner } from '../ui/status/spinner.js'
import type { UnlockPart } from './use-unlock.js'

export const css = sheetCss + choicesCss

export default function AutoUnlockSheet({ translate, unlockPart, ...rest }: PlayerSheetProps) {
  return (
    <Sheet label={translate('autoUnlock')} onClose={rest.onClose}>
      <div className="auto-sheet">
        <h2>{translate('autoUnlock')}</h2>
        {unlockPart ? <AutoUnlockForm {...rest} unlockPart={unlockPart} /> : <Spinner />}
      </div>
    </Sheet>
  )
}

type Props = Omit<PlayerSheetProps, 'translate' | 'unlockPart'> & { unlockPart: UnlockPart }

function AutoUnlockForm({ page, drama, unlockPart: { unlocker, unlockText }, onClose }: Props) {
  const { account, spending } = unlocker
  const loadable = useStore(account.info.$loadable)
  const episodes = useStore(page.episodes.$loadable)
  const [isForAll, setForAll] = useState(false)
  if (loadable.state === 'loading') return <Spinner />
  if (loadable.state === 'failed')
    return <FailureView failure={loadable.failure} onRetry={() => void account.info.reload()} />
  const settings = loadable.value.auto_unlock
  const isOn = isAutoUnlockOn(settings, page.dramaId)
  const list = readyValue(episodes)?.list ?? []
  const price = list.find(({ state }) => state === 'locked')?.price
  const saveAndClose = (isOnNow: boolean) => () => {
    const own = { id: page.dramaId, title: drama?.title ?? '' }
    if (isOnNow && isForAll) void spending.setAutoUnlock(settings, true)
    else void spending.setDramaAutoUnlock(settings, own, isOnNow)
    onClose()
  }
  return (
    <>
      <p className="auto-state">{unlockText(isOn ? 'isOn' : 'isOff')}</p>
      <p>{unlockText('autoWhat')}</p>
      <dl className="locked-facts auto-facts">
        {price !== undefined && (
          <>
            <dt>{unlockText('autoPrice')}</dt>
            <dd>{unlockText('coinCount', { count: price })}</dd>
          </>
        )}
        <dt>{unlockText('autoCap')}</dt>
        <dd>{unlockText('coinCount', { count: settings.daily_cap })}</dd>
      </dl>
      <p className="auto-terms">
        {unlockText('autoNever')} {unlockText('autoStop')}
      </p>
      {!isOn && (
        <RadioGroup
          legend={unlockText('autoWhere')}
          options={[
            { text: unlockText('autoThisDrama'), isChosen: !isForAll, onChoose: () => setForAll(false) },
            { text: unlockText('autoAllDramas'), isChosen: isForAll, onChoose: () => setForAll(true) }
          ]}
        />
      )}
      <button type="button" className={isOn ? 'button quiet' : 'button primary'} onClick={saveAndClose(!isOn)}>
        {unlockText(isOn ? 'turnOff' : 'turnOn')}
      </button>
    </>
  )
}
