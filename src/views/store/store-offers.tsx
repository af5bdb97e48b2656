import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Product, StoreIndex } from '../../../contract/store.js'
import type { StoreTranslate } from '../../core/store/messages.js'
import {
  bonusPercent,
  filterOffers,
  passSaving,
  pricePerDay,
  pricePerHundred,
  type StoreTab
} from '../../core/store/offers.js'
import { useTranslation } from '../app/scope.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import { Coin } from '../ui/icon/coin.js'

interface Props {
  index: StoreIndex
  products: readonly Product[]
  first: StoreTab
  chosen: string | undefined
  text: StoreTranslate
  onChoose(productId: string): void
}

export function StoreOffers({ index: { vip, first_gift }, products, first, chosen, text, onChoose }: Props) {
  const { date } = usePriceAndDateFormat()
  const name = useId()
  const list = useRef<HTMLDivElement>(null)
  const passes = filterOffers(products, 'pass')
  const packs = filterOffers(products, 'coins')
  useEffect(() => showChosen(list.current), [])
  const card = (product: Product, children: ReactNode, corner: string | undefined) => (
    <Card
      key={product.id}
      name={name}
      product={product}
      corner={corner}
      onChoose={onChoose}
      isChosen={product.id === chosen}
    >
      {children}
    </Card>
  )
  const sections: Record<StoreTab, ReactNode> = {
    pass: passes.length > 0 && (
      <section key="pass">
        <h2>{text('passes')}</h2>
        {vip.active && vip.until !== null && (
          <p className="store-note">{text('passStacks', { date: date(vip.until) })}</p>
        )}
        <div className="store-cards">
          {passes.map(pass => card(pass, <PassFacts pass={pass} passes={passes} text={text} />, badgeOf(pass, text)))}
        </div>
      </section>
    ),
    coins: packs.length > 0 && (
      <section key="coins">
        <h2>{text('coins')}</h2>
        {first_gift && <p className="store-note store-gift">{text('firstGift', { bonus: first_gift.bonus })}</p>}
        <div className="store-cards">
          {packs.map(pack =>
            card(pack, <PackFacts pack={pack} text={text} />, badgeOf(pack, text) ?? bonusShare(pack))
          )}
        </div>
      </section>
    )
  }
  return (
    <div className="store-offers" ref={list} role="radiogroup" aria-label={text('whatToBuy')}>
      {first === 'pass' ? [sections.pass, sections.coins] : [sections.coins, sections.pass]}
    </div>
  )
}

const PAY_BAR_HEIGHT_PX = 140

/** Not scrollIntoView, which would scroll the host page too. */
function showChosen(list: HTMLElement | null) {
  const card = list?.querySelector(':checked')?.closest('label')
  const frame = card?.closest('.sheet-body, .page')
  if (!card || !frame) return
  const hidden = card.getBoundingClientRect().bottom + PAY_BAR_HEIGHT_PX - frame.getBoundingClientRect().bottom
  if (hidden > 0) frame.scrollBy({ top: hidden, behavior: 'instant' })
}

interface CardProps {
  name: string
  product: Product
  isChosen: boolean
  corner: string | undefined
  children: ReactNode
  onChoose(productId: string): void
}

function Card({ name, product: { id, kind }, isChosen, corner, children, onChoose }: CardProps) {
  return (
    <label className="store-card" data-kind={kind}>
      <input type="radio" name={name} checked={isChosen} onChange={() => onChoose(id)} />
      <span className="store-card-face">
        {corner && <small className="store-corner">{corner}</small>}
        {children}
      </span>
    </label>
  )
}

function PassFacts({ pass, passes, text }: { pass: Product; passes: readonly Product[]; text: StoreTranslate }) {
  const { price } = usePriceAndDateFormat()
  const daily = pricePerDay(pass)
  const percent = passSaving(pass, passes)
  return (
    <>
      <b className="store-name">{pass.title}</b>
      <span className="store-more">{text('unlimitedFor', { count: pass.days ?? 0 })}</span>
      <span className="store-price">{price(pass)}</span>
      {daily && (
        <small>
          {text('perDay', { price: price(daily) })}
          {percent > 0 && <em>{text('passSaving', { percent })}</em>}
        </small>
      )}
    </>
  )
}

function PackFacts({ pack, text }: { pack: Product; text: StoreTranslate }) {
  const { number } = useTranslation()
  const { price } = usePriceAndDateFormat()
  const hundred = pricePerHundred(pack)
  return (
    <>
      <b className="store-name">
        <Coin />
        {number(pack.coins)}
        <span className="visually-hidden">{text('coins')}</span>
      </b>
      <span className="store-more">{pack.bonus > 0 && text('bonusPlus', { bonus: pack.bonus })}</span>
      <span className="store-price">{price(pack)}</span>
      {hundred && <small>{text('perHundred', { price: price(hundred) })}</small>}
    </>
  )
}

function badgeOf({ badge }: Product, text: StoreTranslate): string | undefined {
  if (badge === null) return undefined
  return text(({ offer: 'badgeOffer', popular: 'badgePopular', best_value: 'badgeBestValue' } as const)[badge])
}

function bonusShare(pack: Product): string | undefined {
  const percent = bonusPercent(pack)
  return percent > 0 ? `+${percent}%` : undefined
}
