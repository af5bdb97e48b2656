import type { CDPSession, Page } from 'playwright-core'

export interface Point {
  x: number
  y: number
}

export interface Finger {
  down(at: Point): Promise<void>
  move(to: Point): Promise<void>
  up(): Promise<void>
  tap(at: Point): Promise<void>
  tapTwice(at: Point): Promise<void>
  drag(from: Point, to: Point): Promise<void>
}

const STEPS = 8

export async function createFinger(page: Page): Promise<Finger> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const down = async (at: Point) => void (await send('touchStart', [at]))
  const move = async (to: Point) => void (await send('touchMove', [to]))
  const up = async () => void (await send('touchEnd', []))
  const tap = async (at: Point) => {
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
