// Chunk, loaded only if the page names a campaign.
import type { Campaign, VisitorLogin } from '../../../contract/visitor.js'
import type { App } from '../app.js'
import { CAMPAIGN_LANGUAGE_KEY, LANGUAGE_KEY } from '../i18n/languages.js'
import { visitorLoginBody } from '../session/visitor-login-request.js'
import { readStoredCampaign, writeStoredCampaign } from './campaign-storage.js'
import { firstScreenOf, playerUrl } from './deep-link.js'
import type { Visit, VisitState } from './visit.js'

/** Delayed because the first screen needs the network. */
const RECORD_DELAY_MS = 1000
/** The server counts visits within this time as one. */
const SAME_VISIT_MS = 600_000
const PROMO_TIMEOUT_MS = 5000

const isLanguageOpen = ({ options, environment }: App) => options.isLangOpen && !environment.storage.get(LANGUAGE_KEY)

export function showCampaignLanguage(app: App, { campaign }: VisitorLogin): void {
  const { i18n } = app
  if (!campaign?.lang || !isLanguageOpen(app)) return
  const previousTag = i18n.language().tag
  void i18n.setLanguage(campaign.lang).then(isShown => isShown || i18n.setLanguage(previousTag))
}

export function firstScreenOfCampaign(
  app: App,
  { campaign }: VisitorLogin,
  screen: string | undefined
): string | undefined {
  const { start_drama_id: dramaId, start_episode_no: no } = campaign ?? {}
  const start = dramaId ? firstScreenOf('player', { drama_id: dramaId, episode_no: `${no ?? 1}` }) : 'home'
  const isLanguageKept = !app.options.isLangOpen || isLanguageOpen(app)
  return isLanguageKept ? (screen === 'start' ? start : screen) : undefined
}

export function openCampaignEpisode(
  app: App,
  { campaign }: VisitorLogin,
  screen: string | undefined
): Promise<void> | undefined {
  const { start_drama_id: dramaId, start_episode_no: no } = campaign ?? {}
  const { pages, top } = app.router.$stack.get()
  // The viewer may have gone to another page during the sign-in.
  if (screen !== 'start' || !dramaId || pages.length > 1 || top?.route.name !== 'home') return undefined
  const backOnHome = whenBackOnHome(app)
  void app.router.navigateTo({ url: playerUrl(dramaId, no ?? 1) })
  return backOnHome
}

function whenBackOnHome({ router, signal }: App): Promise<void> {
  return new Promise(resolve => {
    let hasLeft = false
    const unsubscribe = router.$stack.listen(({ top }) => {
      hasLeft ||= top?.route.name !== 'home'
      if (!hasLeft || top?.route.name !== 'home') return
      unsubscribe()
      resolve()
    })
    signal.addEventListener('abort', unsubscribe)
  })
}

export async function recordVisit(app: App, screen?: string): Promise<void> {
  const { environment, options, api, visit, i18n } = app
  const lang_open = isLanguageOpen(app) || undefined
  const body = visitorLoginBody(environment.page, { lpid: options.lpid, want: screen, lang_open })
  const timeout = screen === undefined ? {} : { timeout: PROMO_TIMEOUT_MS }
  const recordedVisit = await api.post('/index/visit', body, { isQuiet: true, ...timeout }).catch(() => undefined)
  if (!recordedVisit?.campaign || app.signal.aborted) return
  const { apiCode } = i18n.language()
  const isLanguageKept = (recordedVisit.campaign.lang ?? apiCode) === apiCode
  visit.applyRecordedVisit(recordedVisit, isLanguageKept ? screen : undefined)
  // The promo link may have unlocked the episode on screen: reload it.
  if (!screen) app.$accessChange.set(`visit ${environment.clock.now()}`)
}

export function subscribeToCampaign({ $visit }: Visit, listener: (campaign: Campaign) => void): () => void {
  const campaignOf = (visit: VisitState) => (visit.state === 'recorded' ? visit.campaign : undefined)
  let lastCampaign: Campaign | undefined
  return $visit.subscribe(visit => {
    const campaign = campaignOf(visit)
    if (campaign && campaign !== lastCampaign) listener(campaign)
    lastCampaign = campaign
  })
}

export function trackCampaign(app: App): void {
  const { environment, options, session, visit, signal } = app
  const { storage, clock, page } = environment
  const { lpid = '' } = options
  const unsubscribe = subscribeToCampaign(visit, campaign => {
    if (campaign.lpid !== lpid) return
    const { theme, lang } = campaign
    writeStoredCampaign(storage, { lpid, at: clock.now(), theme, isTest: page.isTest })
    if (lang) storage.set(CAMPAIGN_LANGUAGE_KEY, `${lpid} ${lang}`)
    else storage.remove(CAMPAIGN_LANGUAGE_KEY)
    if (lang && isLanguageOpen(app)) void app.showLanguage(lang)
  })
  signal.addEventListener('abort', unsubscribe)
  clock.setTimer(RECORD_DELAY_MS, async () => {
    await Promise.all([session.whenReady(), visit.whenReadyForPlay()]).catch(() => undefined)
    const { at = 0, isTest } = readStoredCampaign(storage, lpid) ?? {}
    // Absolute, because a clock that was set back must not delay the report.
    const isRecordedEarlier = isTest === page.isTest && Math.abs(clock.now() - at) < SAME_VISIT_MS
    const isRecordedNow = visit.$visit.get().state === 'recorded'
    if (!signal.aborted && session.isLogin() && !isRecordedNow && !isRecordedEarlier) void recordVisit(app)
  })
}
