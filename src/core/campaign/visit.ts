// How a visit by a campaign begins; its code is fetched beside the app, by pages that name a campaign alone.
import type { VisitorLogin } from '../../../contract/visitor.js'
import type { App, AppOptions } from '../app.js'
import type { Environment } from '../environment.js'
import { readToken } from '../session/visitor-sign-in.js'
import type { FirstAnswer } from './first-answer.js'

/** In ms: so long nothing is drawn until the campaign's language and looks are known. */
const PATIENCE = 700

export interface Arrival {
  /** What drawing waits for. */
  opening(): Promise<unknown> | undefined
  begin(started: Promise<unknown>): void
  /** Takes what came with a sign-in. */
  land(app: App, visitor: VisitorLogin, want: string | undefined): Promise<void>
  /** Has a promo link give what it gives to who is signed in already; undefined where there is none. */
  take(app: () => App, want: string | undefined): Promise<void> | undefined
}

export function createArrival(
  { clock, storage, page }: Environment,
  { lpid }: AppOptions,
  { keep }: FirstAnswer
): Arrival {
  const coming = lpid ? import('./campaign.js').catch(() => undefined) : undefined
  let opening: Promise<unknown> | undefined
  return {
    opening: () => opening,
    begin(started) {
      if (lpid) opening = Promise.race([started, new Promise<void>(resolve => clock.after(PATIENCE, resolve))])
    },
    async land(app, visitor, want) {
      const part = await coming
      if (part) part.land(app, keep, visitor, want)
      else if (want) keep(want, visitor.first)
    },
    take(app, want) {
      const isGift = readToken(storage) && /[?&]lps=/.test(page.url)
      return isGift ? coming?.then(part => part?.tellVisit(app(), keep, want)) : undefined
    }
  }
}
