// Orders of a viewer, their refunds and disputes in plain arithmetic: no queries, no code of the server.

const DAY = 86_400_000
/** Tests run in the zone of São Paulo, three hours behind UTC all year. */
const ZONE_OFFSET_MS = 3 * 3_600_000

export const ORDER = { product: 'p_brl_600', amount: 1990, coins: 600, bonus: 30, gift: 100 } as const

interface Lot {
  left: number
  end: number
  order: ModelOrder | null
  isMerged?: boolean
}

interface Waived {
  coins: number
  bonus: number
}

export interface ModelRefund {
  ref: string
  amount: number
  waived: Waived
  hasFailed: boolean
}

export interface ModelOrder {
  no: string
  bonus: number
  refunds: ModelRefund[]
  byOperator: number
  disputes: { ref: string; amount: number; isWon: boolean }[]
  revoked: { coins: number; bonus: number; fromBonus: number }
  waived: Waived
  expired: number
  moved: number
  takenElsewhere: number
}

type Spent = 'refuse' | 'debt' | 'waive'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

export class RefundModel {
  coins = 0
  debt = 0
  lots: Lot[] = []
  orders: ModelOrder[] = []
  episodes = 1
  isMerged = false
  mergedExpired = 0

  bonusAt = (now: number) => sum(this.lots.map(({ left, end }) => (end > now ? left : 0)))

  give(bonus: number, now: number, order: ModelOrder | null = null) {
    if (bonus === 0) return
    const midnight = Math.floor((now - ZONE_OFFSET_MS) / DAY) * DAY + ZONE_OFFSET_MS
    this.lots.push({ left: bonus, end: midnight + 31 * DAY - 1000, order })
  }

  /** Bonus that ended unspent is no longer part of its order. */
  private expire(now: number) {
    for (const lot of this.lots.filter(({ end }) => end <= now)) {
      if (lot.order !== null) lot.order.expired += lot.left
      if (lot.isMerged) this.mergedExpired += lot.left
      lot.left = 0
    }
  }

  private settleDebt() {
    const paid = Math.min(this.coins, this.debt)
    this.coins -= paid
    this.debt -= paid
  }

  buy(no: string, now: number) {
    const gift = this.orders.length === 0 ? ORDER.gift : 0
    const order: ModelOrder = {
      no,
      bonus: ORDER.bonus + gift,
      refunds: [],
      byOperator: 0,
      disputes: [],
      revoked: { coins: 0, bonus: 0, fromBonus: 0 },
      waived: { coins: 0, bonus: 0 },
      expired: 0,
      moved: 0,
      takenElsewhere: 0
    }
    this.orders.push(order)
    this.coins += ORDER.coins
    this.give(ORDER.bonus, now, order)
    this.give(gift, now, order)
    this.settleDebt()
  }

  canSpend = (price: number, now: number) => this.debt === 0 && this.coins + this.bonusAt(now) >= price

  spend(price: number, now: number) {
    const fromBonus = this.takeBonus(
      price,
      this.lots.filter(({ end }) => end > now)
    )
    this.coins -= price - fromBonus
    this.episodes += 1
  }

  /** The account gets one lot for each end; what an order had in it replaces the order's own bonus. */
  merge(now: number, ownBonus: number, givenAt: number) {
    this.expire(now)
    const moved = [...this.lots].filter(({ left }) => left > 0).sort((one, other) => one.end - other.end)
    const ends = [...new Set(moved.map(({ end }) => end))]
    for (const { left, order } of moved) if (order !== null) order.moved += left
    this.lots = []
    this.give(ownBonus, givenAt)
    for (const end of ends) {
      const left = sum(moved.map(lot => (lot.end === end ? lot.left : 0)))
      this.lots.push({ left, end, order: null, isMerged: true })
    }
    this.settleDebt()
    this.isMerged = true
  }

  private takeBonus(wanted: number, lots: Lot[]): number {
    let missing = wanted
    for (const lot of [...lots].sort((one, other) => one.end - other.end)) {
      const amount = Math.min(missing, lot.left)
      lot.left -= amount
      missing -= amount
    }
    return wanted - missing
  }

  refundedOf = (order: ModelOrder) =>
    Math.min(ORDER.amount, sum(order.refunds.map(({ amount, hasFailed }) => (hasFailed ? 0 : amount))))

  goneOf(order: ModelOrder): number {
    const disputed = sum(order.disputes.map(({ amount, isWon }) => (isWon ? 0 : amount)))
    return Math.min(ORDER.amount, this.refundedOf(order) + disputed)
  }

  statusOf(order: ModelOrder): 'paid' | 'refunded' | 'disputed' {
    if (this.refundedOf(order) === ORDER.amount) return 'refunded'
    return order.disputes.some(({ isWon }) => !isWon) ? 'disputed' : 'paid'
  }

  /** Returns the refusal, or null after the refund. `part` null is what is left. */
  refund(order: ModelOrder, part: number | null, spent: Spent, now: number): string | null {
    const status = this.statusOf(order)
    if (status === 'refunded' && part === null) return null
    if (status === 'disputed') return 'not_paid'
    const left = ORDER.amount - this.refundedOf(order)
    const amount = part ?? left
    if (amount > left || amount === 0) return 'not_left'
    this.expire(now)
    if (spent === 'refuse' && !this.isUnspent(order, amount)) return 'spent'
    order.byOperator += 1
    const refund = {
      ref: `refund:${order.no}:${order.byOperator}`,
      amount,
      waived: { coins: 0, bonus: 0 },
      hasFailed: false
    }
    order.refunds.push(refund)
    refund.waived = this.revoke(order, spent, now)
    return null
  }

  private movedLeft = ({ moved, takenElsewhere }: ModelOrder) => Math.max(0, moved - takenElsewhere)

  /** Bonus that expired after the merge was part of any order that had brought some. */
  private expiredOf = (order: ModelOrder) => order.expired + Math.min(this.movedLeft(order), this.mergedExpired)

  private replacementOf = (order: ModelOrder) =>
    this.movedLeft(order) - Math.min(this.movedLeft(order), this.mergedExpired)

  private dueAt(order: ModelOrder, gone: number) {
    const share = (whole: number) => Math.floor((whole * gone) / ORDER.amount)
    return {
      coins: share(ORDER.coins) - order.revoked.coins,
      bonus: Math.max(0, share(order.bonus - this.expiredOf(order)) - order.revoked.bonus)
    }
  }

  private isUnspent(order: ModelOrder, amount: number): boolean {
    const due = this.dueAt(order, this.goneOf(order) + amount)
    const inLots = sum(this.lots.map(lot => (lot.order === order ? lot.left : 0)))
    const merged = sum(this.lots.map(lot => (lot.isMerged ? lot.left : 0)))
    return this.coins >= due.coins && inLots + Math.min(merged, this.replacementOf(order)) >= due.bonus
  }

  /** Takes back what belongs to the money that is gone. Returns what was waived. */
  private revoke(order: ModelOrder, spent: Spent, now: number): Waived {
    const { coins, bonus } = this.dueAt(order, this.goneOf(order))
    const ownLots = this.lots.filter(lot => lot.order === order)
    const otherLots = this.lots.filter(lot => lot.order !== order && lot.end > now)
    const fromLots = this.takeBonus(bonus, ownLots)
    const mergedLots = this.lots.filter(lot => lot.isMerged)
    const fromMerged = this.takeBonus(Math.min(bonus - fromLots, this.replacementOf(order)), mergedLots)
    const fromOwn = fromLots + fromMerged
    const waived = { coins: 0, bonus: 0 }
    let fromBonus = fromOwn
    if (spent === 'waive') {
      fromBonus += this.takeBonus(bonus - fromOwn, otherLots)
      const fromCoins = Math.min(coins, this.coins)
      this.coins -= fromCoins
      waived.coins = coins - fromCoins
      waived.bonus = bonus - fromBonus
    } else {
      const missing = coins + bonus - fromOwn
      const fromCoins = Math.min(missing, this.coins)
      const fromOther = this.takeBonus(missing - fromCoins, otherLots)
      fromBonus += fromOther
      this.coins -= fromCoins
      this.debt += missing - fromCoins - fromOther
    }
    order.revoked.coins += coins
    order.revoked.bonus += bonus
    order.revoked.fromBonus += fromBonus
    order.takenElsewhere += fromBonus - fromLots
    order.waived.coins += waived.coins
    order.waived.bonus += waived.bonus
    return waived
  }

  /** Applies a change of refunds or disputes that the provider reports. */
  report(order: ModelOrder, change: () => void, now: number) {
    const before = this.goneOf(order)
    change()
    const after = this.goneOf(order)
    if (after === before) return
    this.expire(now)
    if (after > before) this.revoke(order, 'debt', now)
    else this.restore(order, after, now)
  }

  private restore(order: ModelOrder, gone: number, now: number) {
    const share = (whole: number) => Math.floor((whole * gone) / ORDER.amount)
    const { revoked, waived } = order
    const coins = revoked.coins - share(ORDER.coins)
    const bonus = Math.max(0, revoked.bonus - share(order.bonus))
    const standing = order.refunds.filter(({ hasFailed }) => !hasFailed)
    const keep = (kind: 'coins' | 'bonus', restored: number) => {
      const most = Math.min(waived[kind], sum(standing.map(refund => refund.waived[kind])), revoked[kind] - restored)
      return Math.max(most, waived[kind] - restored)
    }
    const kept = { coins: keep('coins', coins), bonus: keep('bonus', bonus) }
    const toViewer = coins + bonus - (waived.coins - kept.coins) - (waived.bonus - kept.bonus)
    const ownBonus = bonus - (waived.bonus - kept.bonus)
    const fromElsewhere = revoked.fromBonus - (revoked.bonus - waived.bonus)
    const asBonus = Math.max(0, Math.min(toViewer, ownBonus + fromElsewhere))
    const asCoins = toViewer - asBonus
    const settled = Math.min(this.debt, asCoins)
    this.debt -= settled
    this.coins += asCoins - settled
    this.give(asBonus, now, order)
    order.revoked = {
      coins: revoked.coins - coins,
      bonus: revoked.bonus - bonus,
      fromBonus: revoked.fromBonus - asBonus
    }
    order.waived = kept
  }
}
