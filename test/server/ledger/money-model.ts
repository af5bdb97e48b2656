// A viewer's money in plain arithmetic: no hashes, no queries, no code of the server.

const DAY = 86_400_000
const AUTO_UNLOCK_INTERVAL_MS = 10_000
const UNDO_LIMIT_MS = 13_000
/** Tests run in the zone of São Paulo, three hours behind UTC all year. */
const ZONE_OFFSET_MS = 3 * 3_600_000

interface Lot {
  left: number
  end: number
}

/** An episode that is or was unlocked. `from` lists the lots that paid, shared by all episodes of one payment. */
interface PaidEpisode {
  coins: number
  bonus: number
  isAuto: boolean
  at: number
  isRefunded: boolean
  from: { lot: Lot; amount: number }[]
}

type Limit = { coins: number | null; next: { coins: number | null; at: number } | null }

/** A decision with its response; a repeated request must get the same text. */
export interface Decision {
  path: '/drama/unlock' | '/drama/unlock_to' | '/drama/unlock_undo'
  body: object
  key: string
  text: string
}

interface Expected {
  code: number
  episodes: number[]
  price: number
}

const midnight = (now: number) => Math.floor((now - ZONE_OFFSET_MS) / DAY) * DAY + ZONE_OFFSET_MS
/** 1 January 1970 was a Thursday. */
const monday = (now: number) => midnight(now) - ((Math.floor((now - ZONE_OFFSET_MS) / DAY) + 3) % 7) * DAY

export class MoneyModel {
  coins = 0
  lots: Lot[] = []
  bought = new Map<number, PaidEpisode>()
  limits: Record<'daily' | 'weekly', Limit> = {
    daily: { coins: null, next: null },
    weekly: { coins: null, next: null }
  }
  auto = { isOn: false, cap: 300 }
  decisions: Decision[] = []
  payments = 0
  refunds = 0

  constructor(
    readonly episodes: number,
    readonly price: number
  ) {}

  bonusAt = (now: number) => this.lots.reduce((sum, { left, end }) => sum + (end > now ? left : 0), 0)

  /** Bonus ends in the last second of its thirtieth day. */
  give(bonus: number, now: number) {
    if (bonus > 0) this.lots.push({ left: bonus, end: midnight(now) + 31 * DAY - 1000 })
  }

  isOpen = (no: number) => no === 1 || this.bought.get(no)?.isRefunded === false

  locked = () => Array.from({ length: this.episodes }, (_, index) => index + 1).filter(no => !this.isOpen(no))

  /** `offered` is the price that the viewer agreed to, minus the right price. */
  expectUnlock(no: number, kind: 'one' | 'auto' | 'range', offered: number, now: number): Expected {
    const all = this.locked()
    const episodes = all.filter(other => other <= no)
    const percent = episodes.length >= 2 && episodes.length === all.length ? 15 : episodes.length >= 10 ? 5 : 0
    const price = Math.floor((episodes.length * this.price * (100 - percent)) / 100)
    const codeOf = () => {
      if (kind === 'range' ? episodes.length === 0 : this.isOpen(no)) return 4205
      if (kind !== 'range' && episodes.length > 1) return 4203
      if (offered !== 0) return 4202
      if (kind === 'auto' && !this.canAutoUnlock(price, now)) return 4209
      if (!this.isWithinLimits(price, now)) return 4209
      return price > this.coins + this.bonusAt(now) ? 4201 : 200
    }
    return { code: codeOf(), episodes, price }
  }

  private spentSince(since: number, isWanted = (_: PaidEpisode) => true) {
    const counted = [...this.bought.values()].filter(one => !one.isRefunded && one.at >= since && isWanted(one))
    return counted.reduce((sum, { coins, bonus }) => sum + coins + bonus, 0)
  }

  private canAutoUnlock(price: number, now: number): boolean {
    const automatic = [...this.bought.values()].filter(({ isAuto }) => isAuto)
    const isPaced = automatic.every(({ at }) => now - at >= AUTO_UNLOCK_INTERVAL_MS)
    return this.auto.isOn && isPaced && this.spentSince(midnight(now), one => one.isAuto) + price <= this.auto.cap
  }

  private isWithinLimits(price: number, now: number): boolean {
    return ([midnight, monday] as const).every((start, index) => {
      const { coins } = this.limitAt(index === 0 ? 'daily' : 'weekly', now)
      return coins === null || this.spentSince(start(now)) + price <= coins
    })
  }

  private limitAt(period: 'daily' | 'weekly', now: number): Limit {
    const { coins, next } = this.limits[period]
    return next !== null && next.at <= now ? { coins: next.coins, next: null } : { coins, next }
  }

  setLimit(period: 'daily' | 'weekly', wanted: number | null, now: number) {
    const { coins, next } = this.limitAt(period, now)
    const isLater = coins !== null && (wanted === null || wanted > coins)
    if (!isLater) this.limits[period] = { coins: wanted, next: null }
    else if (next === null || next.coins !== wanted)
      this.limits[period] = { coins, next: { coins: wanted, at: now + DAY } }
    else this.limits[period] = { coins, next }
  }

  /** Uses the bonus that ends first, then coins. `shares` are the amounts in the server's response. */
  pay(price: number, shares: Map<number, { coins: number; bonus: number }>, isAuto: boolean, now: number) {
    const from: PaidEpisode['from'] = []
    let missing = price
    for (const lot of [...this.lots].sort((one, other) => one.end - other.end)) {
      const amount = lot.end > now ? Math.min(missing, lot.left) : 0
      lot.left -= amount
      missing -= amount
      if (amount > 0) from.push({ lot, amount })
    }
    this.coins -= missing
    this.payments += 1
    for (const [no, share] of shares) this.bought.set(no, { ...share, isAuto, at: now, isRefunded: false, from })
    return { coins: missing, bonus: price - missing }
  }

  mayUndo(no: number, now: number): boolean {
    const one = this.bought.get(no)
    return one?.isAuto === true && !one.isRefunded && now - one.at <= UNDO_LIMIT_MS
  }

  /** Refunds the youngest paying lot first; an expired lot lasts seven more days. */
  refund(no: number, now: number) {
    const one = this.bought.get(no)
    if (one === undefined) return
    one.isRefunded = true
    if (one.coins + one.bonus === 0) return
    this.refunds += 1
    this.coins += one.coins
    let missing = one.bonus
    for (const part of [...one.from].sort((a, b) => this.lots.indexOf(b.lot) - this.lots.indexOf(a.lot))) {
      const amount = Math.min(missing, part.amount)
      if (amount === 0) continue
      if (part.lot.end <= now) Object.assign(part.lot, { left: 0, end: now + 7 * DAY })
      part.lot.left += amount
      part.amount -= amount
      missing -= amount
    }
  }
}
