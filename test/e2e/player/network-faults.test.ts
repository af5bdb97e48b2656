import { expect, test } from 'vitest'
import type { Fault } from '../support/fault-proxy.js'
import {
  EARLY_SEGMENTS,
  failure,
  LATE_SEGMENTS,
  position,
  prepareFaultyPlayer,
  readErrors,
  seek
} from '../support/player-page.js'

const player = prepareFaultyPlayer()
const { watch } = player

const passing: [string, Fault, number][] = [
  ['are not found, once', { kind: 'status', status: 404 }, 1],
  ['are answered with 500, four times', { kind: 'status', status: 500 }, 4],
  ['are answered with 503, four times', { kind: 'status', status: 503 }, 4],
  ['are slow', { kind: 'slow', bytesPerSecond: 200_000 }, 3],
  ['are half as long as they should be', { kind: 'short' }, 3],
  ['break off', { kind: 'torn' }, 4],
  ['meet a cut connection', { kind: 'reset' }, 4],
  ['are noise', { kind: 'noise' }, 2],
  ['never come, once', { kind: 'silent' }, 1],
  ['stop half-way, once', { kind: 'stuck' }, 1]
]

test.each(passing)(
  'after the fast start, segments that %s are passed over: nobody is told',
  async (_what, fault, count) => {
    const activeFault = player.product.addFault(LATE_SEGMENTS, fault, count)
    const page = await watch()
    await expect.poll(() => position(page)).toBeGreaterThan(0.2)
    await seek(page, 7)
    await expect.poll(() => position(page)).toBeGreaterThan(9)
    expect(activeFault.hits()).toBeGreaterThan(0)
    expect(await failure(page).count()).toBe(0)
    expect(await readErrors(page)).toEqual([])
  }
)

test.each(passing)(
  'during the fast start, segments that %s are passed over: nobody is told',
  async (_what, fault, count) => {
    const activeFault = player.product.addFault(EARLY_SEGMENTS, fault, count)
    const page = await watch()
    await expect.poll(() => position(page)).toBeGreaterThan(2.5)
    expect(activeFault.hits()).toBeGreaterThan(0)
    expect(await failure(page).count()).toBe(0)
    expect(await readErrors(page)).toEqual([])
  }
)
