import { atom, type ReadableAtom } from 'nanostores'
import type { Campaign, VisitorLogin } from '../../../contract/visitor.js'
import type { App, AppOptions } from '../app.js'
import type { Environment } from '../environment.js'
import { hasConsent } from '../session/consent.js'
import { readToken } from '../session/visitor-sign-in.js'

/** Longest wait for the campaign's language before anything is rendered. */
const CAMPAIGN_TIMEOUT_MS = 700

export type VisitState =
  | { state: 'signing-in' }
  /** A token was stored: no visitor login. */
  | { state: 'returning' }
  | {
      state: 'landed'
      isNew: boolean
      /** What was dropped of the visit: `lpid` or `lps`. */
      warning?: string | undefined
      campaign: Campaign
      /** Whether `drama-visit` was emitted, which needs consent. */
      isAnnounced: boolean
    }

type FirstAnswer = VisitorLogin['first']
type Landing = Pick<VisitorLogin, 'campaign' | 'first' | 'warnings'>

export interface Visit {
  $visit: ReadableAtom<VisitState>
  /** Starts the wait for the campaign's language, which ends with `signedIn` or after 700 ms. */
  waitForLanguage(signedIn: Promise<unknown>): void
  /** Undefined if there is no campaign to wait for. */
  whenLanguageKnown(): Promise<unknown> | undefined
  /** Applies a visitor login; `screen` is the first screen that it named. */
  applySignIn(visitor: VisitorLogin, screen: string | undefined): Promise<void>
  /** Applies the visit of a viewer who was signed in already. */
  applyReturn(landing: Landing, screen: string | undefined): void
  /** Emits `drama-visit` unless it was emitted or consent is missing. `isNew` overrides what the sign-in said. */
  announce(isNew?: boolean): void
  /** The answer for `screen` that came with the sign-in, once; null if it is for another screen or language. */
  takeFirstAnswer(screen: string): FirstAnswer
  /** Resolves when the viewer is back on Home, if the campaign opened an episode over it. */
  whenReadyForHome(): Promise<void> | undefined
  /** Resolves when the promo link of a signed-in viewer was redeemed; undefined if there is none. */
  whenReadyForPlay(): Promise<void> | undefined
}

/** `screen` is the first screen of the app, if an answer for it may come with the visit. */
export function createVisit(
  { clock, storage, page }: Environment,
  { lpid, warning: ownWarning }: AppOptions,
  app: () => App,
  screen: string | undefined
): Visit {
  const loadedCampaign = lpid ? import('./campaign.js').catch(() => undefined) : undefined
  const isReturning = readToken(storage) !== undefined
  const $visit = atom<VisitState>({ state: isReturning ? 'returning' : 'signing-in' })
  const hasPromoLink = isReturning && /[?&]lps=/.test(page.url)
  const readyForPlay = hasPromoLink ? loadedCampaign?.then(code => code?.recordVisit(app(), screen)) : undefined
  let readyForHome: Promise<void> | undefined
  let languageKnown: Promise<unknown> | undefined
  let firstAnswer: { screen: string; lang: string; answer: FirstAnswer } | undefined
  const lang = () => app().i18n.language().apiCode

  function keepFirstAnswer(screen: string | undefined, answer: FirstAnswer) {
    if (screen) firstAnswer = { screen, lang: lang(), answer }
  }

  function announce(isNew?: boolean) {
    const visit = $visit.get()
    if (visit.state !== 'landed' || visit.isAnnounced || !hasConsent(page)) return
    $visit.set({ ...visit, isAnnounced: true })
    emitVisit(isNew ?? visit.isNew, visit.warning)
  }

  function emitVisit(is_new: boolean, warning: string | undefined) {
    app().emit('drama-visit', warning === undefined ? { is_new } : { is_new, warning })
  }

  return {
    $visit,
    waitForLanguage(signedIn) {
      const timeout = () => new Promise<void>(resolve => clock.setTimer(CAMPAIGN_TIMEOUT_MS, resolve))
      if (lpid) languageKnown = Promise.race([signedIn, timeout()])
    },
    whenLanguageKnown: () => languageKnown,
    async applySignIn(visitor, screen) {
      const campaign = await loadedCampaign
      campaign?.showCampaignLanguage(app(), visitor)
      const warning = ownWarning ?? visitor.warnings?.[0]
      $visit.set({
        state: 'landed',
        isNew: visitor.is_new,
        warning,
        campaign: visitor.campaign,
        isAnnounced: false
      })
      keepFirstAnswer(campaign ? campaign.firstScreenOfCampaign(app(), visitor, screen) : screen, visitor.first)
      readyForHome = campaign?.openCampaignEpisode(app(), visitor, screen)
      announce()
    },
    applyReturn({ campaign, first, warnings: [warning] }, screen) {
      emitVisit(false, warning)
      keepFirstAnswer(screen, first)
      $visit.set({ state: 'landed', isNew: false, warning, campaign, isAnnounced: true })
    },
    announce,
    takeFirstAnswer(wanted) {
      const answer = firstAnswer?.screen === wanted && firstAnswer.lang === lang() ? firstAnswer.answer : null
      firstAnswer = undefined
      return answer
    },
    whenReadyForHome: () => readyForHome,
    whenReadyForPlay: () => readyForPlay
  }
}
