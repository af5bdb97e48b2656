import { atom, type ReadableAtom } from 'nanostores'
import type { Campaign, VisitorLogin } from '../../../contract/visitor.js'
import type { App, AppOptions } from '../app.js'
import type { Environment } from '../environment.js'
import { hasConsent } from '../session/consent.js'
import { readToken } from '../session/visitor-login-request.js'

const CAMPAIGN_TIMEOUT_MS = 700

export type VisitState =
  | { state: 'signing-in' }
  | { state: 'returning' }
  | {
      state: 'recorded'
      isNew: boolean
      warning?: string | undefined
      campaign: Campaign
      isAnnounced: boolean
    }

type FirstScreenData = VisitorLogin['first']
type RecordedVisit = Pick<VisitorLogin, 'campaign' | 'first' | 'warnings'>

export interface Visit {
  $visit: ReadableAtom<VisitState>
  startLanguageWait(signedIn: Promise<unknown>): void
  whenLanguageKnown(): Promise<unknown> | undefined
  applySignIn(visitor: VisitorLogin, screen: string | undefined): Promise<void>
  applyRecordedVisit(recordedVisit: RecordedVisit, screen: string | undefined): void
  /** Emits `drama-visit` once, if the viewer consents. `isNew` overrides the value of the sign-in. */
  announce(isNew?: boolean): void
  /** The data for `screen` that came with the sign-in, once. Null for another screen or language. */
  takeFirstScreenData(screen: string): FirstScreenData
  /** Resolves when the viewer returns to Home from the episode that the campaign opened. */
  whenBackFromCampaignEpisode(): Promise<void> | undefined
  /** Resolves when the request that redeems a signed-in viewer's promo link has ended, also without success. */
  whenReadyForPlay(): Promise<void> | undefined
}

export function createVisit(
  { clock, storage, page }: Environment,
  { lpid, warning: ownWarning }: AppOptions,
  app: () => App,
  screen: string | undefined
): Visit {
  const campaignChunk = lpid ? import('./campaign.js').catch(() => undefined) : undefined
  const isReturning = readToken(storage) !== undefined
  const $visit = atom<VisitState>({ state: isReturning ? 'returning' : 'signing-in' })
  const hasPromoLink = isReturning && /[?&]lps=/.test(page.url)
  const readyForPlay = hasPromoLink ? campaignChunk?.then(campaign => campaign?.recordVisit(app(), screen)) : undefined
  let backFromCampaignEpisode: Promise<void> | undefined
  let languageKnown: Promise<unknown> | undefined
  let firstData: { screen: string; lang: string; data: FirstScreenData } | undefined
  const lang = () => app().i18n.language().apiCode

  function storeFirstData(screen: string | undefined, data: FirstScreenData) {
    if (screen) firstData = { screen, lang: lang(), data }
  }

  function announce(isNew?: boolean) {
    const visit = $visit.get()
    if (visit.state !== 'recorded' || visit.isAnnounced || !hasConsent(page)) return
    $visit.set({ ...visit, isAnnounced: true })
    emitVisit(isNew ?? visit.isNew, visit.warning)
  }

  function emitVisit(is_new: boolean, warning: string | undefined) {
    app().emit('drama-visit', warning === undefined ? { is_new } : { is_new, warning })
  }

  return {
    $visit,
    startLanguageWait(signedIn) {
      const timeout = () => new Promise<void>(resolve => clock.setTimer(CAMPAIGN_TIMEOUT_MS, resolve))
      if (lpid) languageKnown = Promise.race([signedIn, timeout()])
    },
    whenLanguageKnown: () => languageKnown,
    async applySignIn(visitor, screen) {
      const campaign = await campaignChunk
      campaign?.showCampaignLanguage(app(), visitor)
      const warning = ownWarning ?? visitor.warnings?.[0]
      $visit.set({
        state: 'recorded',
        isNew: visitor.is_new,
        warning,
        campaign: visitor.campaign,
        isAnnounced: false
      })
      storeFirstData(campaign ? campaign.firstScreenOfCampaign(app(), visitor, screen) : screen, visitor.first)
      backFromCampaignEpisode = campaign?.openCampaignEpisode(app(), visitor, screen)
      announce()
    },
    applyRecordedVisit({ campaign, first, warnings: [warning] }, screen) {
      emitVisit(false, warning)
      storeFirstData(screen, first)
      $visit.set({ state: 'recorded', isNew: false, warning, campaign, isAnnounced: true })
    },
    announce,
    takeFirstScreenData(wantedScreen) {
      const data = firstData?.screen === wantedScreen && firstData.lang === lang() ? firstData.data : null
      firstData = undefined
      return data
    },
    whenBackFromCampaignEpisode: () => backFromCampaignEpisode,
    whenReadyForPlay: () => readyForPlay
  }
}
