import { expect, test } from 'vitest'
import type { RewardDay } from '../../../server/modules/reward/reward-day.js'
import { computeChannelStatus } from '../../../server/modules/reward/submission-rules.js'

const HOUR = 3_600_000
const now = new Date('2026-11-24T15:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * HOUR)

const day = {
  day: '2026-11-24',
  zone: 'UTC',
  startsAt: at(-15),
  endsAt: at(9),
  window: { opensAt: at(-7), closesAt: at(9) },
  tomorrow: { opensAt: at(17), closesAt: at(33) }
} satisfies RewardDay

test.each([
  ['an hour ago', -1, null, 0],
  ['59 minutes ago', -59 / 60, 4402, 1 / 60],
  ['by a server whose clock is a minute ahead', 1 / 60, 4402, 1],
  ['before the clock was set back by an hour and more', 1.1, null, 0],
  ['before the clock was set back by 25 hours', 25, null, 0]
] as const)('D-244 a submission from %s delays the next one for an hour at most', (_when, hours, code, wait) => {
  const history = { usedToday: 1, lastAt: at(hours), hasActiveTelegram: false }
  expect(computeChannelStatus('whatsapp', history, day, now)).toEqual({ code, nextAt: at(wait) })
})
