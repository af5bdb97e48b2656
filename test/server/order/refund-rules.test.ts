import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeMovementEffect, toLedgerEntries } from '../../../server/modules/ledger/movements.js'
import {
  computeDisputedAmount,
  computeRefundState,
  computeReversedAmount,
  type ReportedRefund,
  scaleByReversedShare
} from '../../../server/modules/order/refund/refund-state.js'
import { computeRestoredCoins } from '../../../server/modules/order/refund/restored-coins.js'

const DAY = 86_400_000

test('whatever is told in whatever order stands the same, and what is known once is never less', () => {
  const reportedRefund = fc.record<ReportedRefund>({
    outcome: fc.constantFrom('refunded', 'refund_failed', 'disputed', 'dispute_won'),
    backAmount: fc.option(fc.integer({ min: 1, max: 1200 })),
    refundRef: fc.option(fc.constantFrom('re_1', 're_2')),
    disputeRef: fc.option(fc.constantFrom('a', 'b'))
  })
  const paid = { status: 'paid', amount: '1000', refunded_amount: '0', disputed_amount: '0' } as const
  fc.assert(
    fc.property(fc.array(reportedRefund, { maxLength: 8 }), fc.array(fc.nat()), fc.nat(1000), (all, keys, whole) => {
      const shuffled = all
        .map((one, index) => ({ one, key: keys[index] ?? 0 }))
        .sort((one, two) => one.key - two.key)
        .map(({ one }) => one)
      const standing = computeRefundState(paid, all)
      expect(computeRefundState(paid, [...shuffled, ...all])).toEqual(standing)
      const { status, refundedAmount, disputedAmount } = standing
      const amounts = { refunded_amount: String(refundedAmount), disputed_amount: String(disputedAmount) }
      const row = { status, amount: '1000', ...amounts }
      // A stored refund counts even without the notice that reported it.
      expect(computeRefundState(row, []).refundedAmount).toBe(refundedAmount)
      const gone = Math.min(1000, refundedAmount + disputedAmount)
      expect(scaleByReversedShare(whole, row)).toBe(Math.floor((whole * gone) / 1000))
    })
  )
})

describe('what a part takes, and gives again', () => {
  const now = new Date(10 * DAY)
  const lot = (id: number, remaining: number, day: number) => ({ id, remaining, expiresAt: new Date(day * DAY) })
  const wallet = (coins: number, debt: number, ...lots: ReturnType<typeof lot>[]) => ({
    userId: 'u1',
    coins,
    debt,
    lots,
    seq: 1,
    hash: '',
    bonus: lots.reduce((sum, { remaining }) => sum + remaining, 0)
  })

  test('of its own lots no more than its bonus, what ends first at first; then coins, then others that have not ended', () => {
    const change = { type: 'revoke', coins: 50, bonus: 40, lotIds: [1, 2] } as const
    const systemEntries = [
      { account: 'sys:sales', amount: 50 },
      { account: 'sys:rewards', amount: 40 }
    ]
    const rich = wallet(100, 0, lot(3, 70, 11), lot(2, 30, 12), lot(1, 30, 20))
    expect(computeMovementEffect(change, rich, now)).toEqual({
      coins: -50,
      debtChange: 0,
      newLotAmount: 0,
      systemEntries,
      lots: [
        { id: 2, amount: -30 },
        { id: 1, amount: -10 }
      ]
    })
    const poor = wallet(20, 0, lot(4, 70, 10), lot(3, 25, 11), lot(1, 30, 20))
    expect(computeMovementEffect(change, poor, now)).toEqual({
      coins: -20,
      debtChange: 15,
      newLotAmount: 0,
      systemEntries,
      lots: [
        { id: 1, amount: -30 },
        { id: 3, amount: -25 }
      ]
    })
  })

  test('of lots that replace its own no more than their limit before coins; what is left in them is other bonus', () => {
    const replacement = { lotIds: [2, 3], limit: 25 }
    const change = { type: 'revoke', coins: 50, bonus: 40, lotIds: [1], replacement } as const
    const lots = [lot(2, 20, 11), lot(3, 30, 12), lot(1, 10, 20)]
    expect(computeMovementEffect(change, wallet(100, 0, ...lots), now)).toMatchObject({
      coins: -55,
      debtChange: 0,
      lots: [
        { id: 1, amount: -10 },
        { id: 2, amount: -20 },
        { id: 3, amount: -5 }
      ]
    })
    expect(computeMovementEffect(change, wallet(30, 0, ...lots), now)).toMatchObject({
      coins: -30,
      debtChange: 0,
      lots: [
        { id: 1, amount: -10 },
        { id: 2, amount: -20 },
        { id: 3, amount: -30 }
      ]
    })
    expect(computeMovementEffect({ ...change, type: 'revokeAndWaive' }, wallet(0, 0, ...lots), now)).toMatchObject({
      lots: [
        { id: 1, amount: -10 },
        { id: 2, amount: -20 },
        { id: 3, amount: -10 }
      ]
    })
  })

  test('to waive, coins are taken from coins and bonus from bonus, its own first; each leaves what is missing', () => {
    const change = { type: 'revokeAndWaive', coins: 50, bonus: 40, lotIds: [1] } as const
    const take = (from: ReturnType<typeof wallet>) => {
      const effect = computeMovementEffect(change, from, now)
      expect(toLedgerEntries(effect, 'u1', 2).reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
      return effect
    }
    const entries = (coins: number, bonus: number) => [
      { account: 'sys:sales', amount: 50 },
      { account: 'sys:rewards', amount: 40 },
      { account: 'sys:waived_coins', amount: coins },
      { account: 'sys:waived_bonus', amount: bonus }
    ]
    expect(take(wallet(100, 0, lot(2, 5, 10), lot(3, 8, 11), lot(1, 30, 20)))).toEqual({
      coins: -50,
      debtChange: 0,
      newLotAmount: 0,
      systemEntries: entries(0, -2),
      lots: [
        { id: 1, amount: -30 },
        { id: 3, amount: -8 }
      ]
    })
    expect(take(wallet(20, 7, lot(1, 70, 20)))).toMatchObject({
      coins: -20,
      debtChange: 0,
      lots: [{ id: 1, amount: -40 }],
      systemEntries: entries(-30, 0)
    })
    expect(take(wallet(0, 0))).toMatchObject({ lots: [], systemEntries: entries(-50, -40) })
  })

  test('what was waived is restored to nobody', () => {
    const change = { type: 'restore', coins: 50, bonus: 40, asBonus: 10, endsAt: now } as const
    const waived = { coins: 30, bonus: 20 }
    const effect = computeMovementEffect({ ...change, waived }, wallet(5, 12), now)
    expect(effect).toMatchObject({ coins: 18, debtChange: -12, newLotAmount: 10 })
    expect(effect.systemEntries.slice(2)).toEqual([
      { account: 'sys:waived_coins', amount: 30 },
      { account: 'sys:waived_bonus', amount: 20 }
    ])
    expect(toLedgerEntries(effect, 'u1', 2).reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  })

  test('coins pay what is owed first, bonus does not; the house gives what it had taken', () => {
    const change = {
      type: 'restore',
      coins: 50,
      bonus: 40,
      asBonus: 30,
      waived: { coins: 0, bonus: 0 },
      endsAt: now
    } as const
    const systemEntries = [
      { account: 'sys:sales', amount: -50 },
      { account: 'sys:rewards', amount: -40 },
      { account: 'sys:waived_coins', amount: 0 },
      { account: 'sys:waived_bonus', amount: 0 }
    ]
    for (const [debt, coins, debtChange] of [
      [0, 60, -0],
      [25, 35, -25],
      [90, 0, -60]
    ] as const) {
      const effect = computeMovementEffect(change, wallet(5, debt), now)
      expect(effect).toEqual({ coins, debtChange, lots: [], newLotAmount: 30, systemEntries })
      expect(toLedgerEntries(effect, 'u1', 2).reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    }
  })
})

describe('what comes back of coins and bonus', () => {
  const order = (refunded: number) => {
    const row = { coins: 600, bonus: 30, gift: 100, status: 'paid', amount: '1990' } as const
    return { ...row, refunded_amount: String(refunded), disputed_amount: '0' }
  }
  const revoked = (coins: number, bonus: number, fromBonus: number, waivedCoins = 0, waivedBonus = 0) => ({
    coins,
    bonus,
    fromBonus,
    waived: { coins: waivedCoins, bonus: waivedBonus }
  })

  test.each([
    ['everything, bonus as bonus', 0, revoked(600, 130, 130), [0, 0], [600, 130, 130, 0, 0]],
    ['half of it', 995, revoked(600, 130, 130), [0, 0], [300, 65, 65, 0, 0]],
    ['bonus that coins had paid comes as coins', 0, revoked(600, 130, 30), [0, 0], [600, 130, 30, 0, 0]],
    [
      'nothing of what a refund waived that failed',
      0,
      revoked(600, 130, 30, 400, 100),
      [0, 0],
      [600, 130, 30, 400, 100]
    ],
    [
      'what another took, while the waiving one stands',
      995,
      revoked(600, 130, 65, 300, 65),
      [300, 65],
      [300, 65, 65, 0, 0]
    ],
    ['what was waived, where that one failed', 995, revoked(600, 130, 65, 300, 65), [0, 0], [300, 65, 0, 300, 65]],
    ['no more stays waived than is revoked', 1990 - 996, revoked(600, 130, 65, 300, 65), [300, 65], [301, 66, 65, 1, 1]]
  ])('%s', (_, refunded, before, [coins = 0, bonus = 0], expected) => {
    const restored = computeRestoredCoins(order(refunded), before, { coins, bonus })
    expect([restored.coins, restored.bonus, restored.asBonus, restored.waived.coins, restored.waived.bonus]).toEqual(
      expected
    )
  })

  test('however refunds follow each other and fail, in the end exactly what was taken has come back', () => {
    const part = fc.record({ part: fc.integer({ min: 1, max: 900 }), taken: fc.nat(100), order: fc.nat() })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), parts => {
        const refunds: { amount: number; waived: { coins: number; bonus: number }; order: number }[] = []
        let before = revoked(0, 0, 0)
        let refunded = 0
        let taken = 0
        for (const { part: wanted, taken: percent, order: at } of parts) {
          const amount = Math.min(wanted, 1990 - refunded)
          refunded += amount
          const share = (whole: number) => Math.floor((whole * refunded) / 1990)
          const due = { coins: share(600) - before.coins, bonus: share(130) - before.bonus }
          const got = { coins: Math.floor((due.coins * percent) / 100), bonus: Math.floor((due.bonus * percent) / 100) }
          const waived = { coins: due.coins - got.coins, bonus: due.bonus - got.bonus }
          refunds.push({ amount, waived, order: at })
          taken += got.coins + got.bonus
          before = revoked(
            share(600),
            share(130),
            before.fromBonus + got.bonus,
            before.waived.coins + waived.coins,
            before.waived.bonus + waived.bonus
          )
        }
        let back = 0
        const failing = refunds.toSorted((one, other) => one.order - other.order)
        for (const [index, { amount }] of failing.entries()) {
          refunded -= amount
          const standing = failing
            .slice(index + 1)
            .reduce((sum, { waived }) => ({ coins: sum.coins + waived.coins, bonus: sum.bonus + waived.bonus }), {
              coins: 0,
              bonus: 0
            })
          const { coins, bonus, asBonus, waived } = computeRestoredCoins(order(refunded), before, standing)
          const given = coins + bonus - waived.coins - waived.bonus
          expect(given).toBeGreaterThanOrEqual(asBonus)
          expect(asBonus).toBeGreaterThanOrEqual(0)
          back += given
          before = revoked(
            before.coins - coins,
            before.bonus - bonus,
            before.fromBonus - asBonus,
            before.waived.coins - waived.coins,
            before.waived.bonus - waived.bonus
          )
          expect(before.waived.coins).toBeLessThanOrEqual(before.coins)
          expect(before.waived.bonus).toBeLessThanOrEqual(before.bonus)
        }
        expect(back).toBe(taken)
        expect(before).toEqual(revoked(0, 0, 0))
      })
    )
  })
})

describe('where an order of 1000 stands', () => {
  const paid = { status: 'paid', amount: '1000', refunded_amount: '0', disputed_amount: null } as const
  const report = (
    outcome: ReportedRefund['outcome'],
    backAmount: number | null,
    name: string | null = null
  ): ReportedRefund => ({
    outcome,
    backAmount,
    refundRef: outcome.startsWith('refund') ? name : null,
    disputeRef: outcome.startsWith('refund') ? null : name
  })
  const stands = (refundedAmount: number, disputedAmount = 0) => {
    const status = refundedAmount === 1000 ? 'refunded' : disputedAmount > 0 ? 'disputed' : 'paid'
    return { status, refundedAmount, disputedAmount }
  }

  test.each<[string, ReportedRefund[], ReturnType<typeof stands>]>([
    ['of the sums the largest', [report('refunded', 300), report('refunded', 100)], stands(300)],
    ['no sum: everything', [report('refunded', null)], stands(1000)],
    ['refunds by name add up', [report('refunded', 300, 'a'), report('refunded', 300, 'b')], stands(600)],
    ['the same one twice is one', [report('refunded', 300, 'a'), report('refunded', 300, 'a')], stands(300)],
    ['told both ways it is the more', [report('refunded', 300, 'a'), report('refunded', 500)], stands(500)],
    ['no more than was paid', [report('refunded', 700, 'a'), report('refunded', 700, 'b')], stands(1000)],
    ['one that failed is not there', [report('refunded', 300, 'a'), report('refund_failed', 300, 'a')], stands(0)],
    ['nor in a sum', [report('refunded', 500), report('refund_failed', 300, 'a')], stands(200)],
    ['a failure alone is nothing', [report('refund_failed', 300, 'a')], stands(0)],
    [
      'after one that failed another',
      [report('refund_failed', null, 'a'), report('refunded', 1000, 'b')],
      stands(1000)
    ],
    ['a dispute holds its part', [report('disputed', 300, 'a')], stands(0, 300)],
    ['without a sum all', [report('disputed', null, 'a')], stands(0, 1000)],
    ['several add up', [report('disputed', 300, 'a'), report('disputed', 300, 'b')], stands(0, 600)],
    ['to no more than was paid', [report('disputed', 700, 'a'), report('disputed', 700, 'b')], stands(0, 1000)],
    ['told of twice the most counts', [report('disputed', 300, 'a'), report('disputed', 200, 'a')], stands(0, 300)],
    ['a won one is over', [report('dispute_won', 300, 'a'), report('disputed', 300, 'a')], stands(0)],
    ['and only that one', [report('dispute_won', 300, 'a'), report('disputed', 200, 'b')], stands(0, 200)],
    ['one without a name too', [report('disputed', 300), report('dispute_won', 300)], stands(0)],
    [
      'what was paid back whole is in no dispute',
      [report('disputed', 300, 'a'), report('refunded', null)],
      stands(1000)
    ],
    ['other news is none of it', [report('paid', 300), report('open', 300), report('failed', 100)], stands(0)]
  ])('%s', (_, all, expected) => {
    expect(computeRefundState(paid, all)).toEqual(expected)
    expect(computeRefundState(paid, all.toReversed())).toEqual(expected)
  })

  test('what is known stands without its news, until something of it failed', () => {
    const part = { ...paid, refunded_amount: '400' }
    expect(computeRefundState(part, [])).toEqual(stands(400))
    expect(computeRefundState(part, [report('refunded', 300)])).toEqual(stands(400))
    expect(computeRefundState(part, [report('refunded', 400, 'a'), report('refund_failed', 300, 'b')])).toEqual(
      stands(400)
    )
    expect(computeRefundState(part, [report('refund_failed', 400, 'a')])).toEqual(stands(0))
    const whole = { ...paid, status: 'refunded', refunded_amount: '0' } as const
    expect(computeRefundState(whole, [])).toEqual(stands(1000))
    expect(computeRefundState(whole, [report('refund_failed', 1000, 'a')])).toEqual(stands(0))
  })

  test('gone is what was paid back and what disputes hold, all where nobody said how much, and never more than all', () => {
    const row = (status: 'paid' | 'refunded' | 'disputed', refunded: number, disputed: number | null) => ({
      status,
      amount: '1000',
      refunded_amount: String(refunded),
      disputed_amount: disputed === null ? null : String(disputed)
    })
    expect([row('paid', 300, 0), row('paid', 300, 200), row('disputed', 300, 200)].map(computeReversedAmount)).toEqual([
      300, 300, 500
    ])
    expect(
      [row('disputed', 300, 900), row('disputed', 0, null), row('refunded', 0, 0)].map(computeReversedAmount)
    ).toEqual([1000, 1000, 1000])
    expect([row('paid', 0, 200), row('disputed', 0, 200), row('disputed', 0, null)].map(computeDisputedAmount)).toEqual(
      [0, 200, 1000]
    )
    expect([scaleByReversedShare(7, row('paid', 500, 0)), scaleByReversedShare(7, row('paid', 999, 0))]).toEqual([3, 6])
  })
})
