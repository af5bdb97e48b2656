import { useId } from 'react'
import type { ProfilePage } from '../../core/profile/profile-page.js'
import { type CoinChoice, parseCoinDigits } from '../../core/spending/coin-choice.js'
import { useTranslation } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { RadioGroup, type RadioOption } from '../ui/controls/radio-group.js'

interface Props {
  page: ProfilePage
  legend: string
  proposals: readonly number[]
  canBeNone?: boolean
  choice: CoinChoice
  problem: string | undefined
  onChoose(choice: CoinChoice): void
  onSubmit(): void
}

export function CoinChoiceField({ page, legend, proposals, canBeNone = false, choice, ...rest }: Props) {
  const { number } = useTranslation()
  const text = usePartText(page.texts)
  const { onChoose } = rest
  const offer = (text: string, offered: CoinChoice, isChosen: boolean): RadioOption => ({
    text,
    isChosen,
    onChoose: () => onChoose(offered)
  })
  const offers = proposals.map(coins =>
    offer(number(coins), { state: 'proposed', coins }, choice.state === 'proposed' && choice.coins === coins)
  )
  if (canBeNone) offers.unshift(offer(text('noLimit'), { state: 'none' }, choice.state === 'none'))
  const own: CoinChoice = choice.state === 'own' ? choice : { state: 'own', written: '' }
  offers.push(offer(text('otherNumber'), own, choice.state === 'own'))
  return (
    <RadioGroup legend={legend} options={offers}>
      {choice.state === 'own' && <CustomAmount page={page} written={choice.written} {...rest} />}
    </RadioGroup>
  )
}

function CustomAmount({
  page,
  written,
  problem,
  onChoose,
  onSubmit
}: Pick<Props, 'page' | 'problem' | 'onChoose' | 'onSubmit'> & { written: string }) {
  const text = usePartText(page.texts)
  const id = useId()
  return (
    <div className="coin-custom">
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={text('numberOfCoins')}
        placeholder={text('numberOfCoins')}
        aria-invalid={problem !== undefined}
        aria-describedby={id}
        value={written}
        onChange={({ currentTarget }) => {
          const digits = parseCoinDigits(currentTarget.value)
          // React does not render again if the digits are the same, so the field would keep the other characters.
          if (currentTarget.value !== digits) currentTarget.value = digits
          onChoose({ state: 'own', written: digits })
        }}
        onKeyDown={event => event.key === 'Enter' && onSubmit()}
        onKeyUp={event => event.stopPropagation()}
      />
      <p className="spending-problem" id={id} role="alert">
        {problem}
      </p>
    </div>
  )
}
