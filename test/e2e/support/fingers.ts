import type { CDPSession, Page } from 'playwright-core'

export interface Spot {
  x: number
  y: number
}

export interface Finger {
  down(at: Spot): Promise<void>
  move(to: Spot): Promise<void>
  up(): Promise<void>
  tap(at: Spot): Promise<void>
  tapTwice(at: Spot): Promise<void>
  drag(from: Spot, to: Spot): Promise<void>
}

const STEPS = 8

export async function finger(page: Page): Promise<Finger> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Spot[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const down = async (at: Spot) => void (await send('touchStart', [at]))
  const move = async (to: Spot) => void (await send('touchMove', [to]))
  const up = async () => void (await send('touchEnd', []))
  const tap = async (at: Spot) => {
    await down(at)
    await up()
  }
  return {
    down,
    move,
    up,
    tap,
    async tapTwice(at) {
      // Send without awaiting each event, because a slow machine would make two single taps of them.
      await Promise.all([
        send('touchStart', [at]),
        send('touchEnd', []),
        send('touchStart', [at]),
        send('touchEnd', [])
      ])
    },
    async drag(from, to) {
      await down(from)
      for (let step = 1; step <= STEPS; step++) {
        await move({ x: from.x + ((to.x - from.x) * step) / STEPS, y: from.y + ((to.y - from.y) * step) / STEPS })
      }
      await up()
    }
  }
}
