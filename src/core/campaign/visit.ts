// How a visit by a campaign begins; its code is fetched beside the app, by pages that name a campaign alone.
import type { VisitorLogin } from '../../../contract/visitor.js'
import type { App, AppOptions } from '../app.js'
import type { Environment } from '../environment.js'
import { readToken } from '../session/visitor-sign-in.js'
import type { FirstAnswer } from './first-answer.js'

/** In ms: so long nothing is drawn until the campaign's language and looks are known. */
const CAMPAIGN_TIMEOUT_MS = 700

export interface Visit {
  /** What drawing waits for. */
  whenLanguageKnown(): Promise<unknown> | undefined
  limitWait(started: Promise<unknown>): void
  /** Takes what came with a sign-in. */
  applySignIn(app: App, visitor: VisitorLogin, want: string | undefined): Promise<void>
  /** Has a promo link give what it gives to who is signed in already; undefined where there is none. */
  redeemPromoLink(app: () => App, want: string | undefined): Promise<void> | undefined
}

export function createVisit({ clock, storage, page }: Environment, { lpid }: AppOptions, { keep }: FirstAnswer): Visit {
  const campaignPart = lpid ? import('./campaign.js').catch(() => undefined) : undefined
  let opening: Promise<unknown> | undefined
  return {
    whenLanguageKnown: () => opening,
    limitWait(started) {
      if (lpid)
        opening = Promise.race([started, new Promise<void>(resolve => clock.setTimer(CAMPAIGN_TIMEOUT_MS, resolve))])
    },
    async applySignIn(app, visitor, want) {
      const part = await campaignPart
      if (part) part.applyCampaign(app, keep, visitor, want)
      else if (want) keep(want, visitor.first)
    },
    redeemPromoLink(app, want) {
      const isGift = readToken(storage) && /[?&]lps=/.test(page.url)
      return isGift ? campaignPart?.then(part => part?.recordVisit(app(), keep, want)) : undefined
    }
  }
}
