// What a campaign makes of a visit: language, the episode that it opens on, and visits of who is signed in already.
import { atom, type WritableAtom } from 'nanostores'
import type { Campaign, VisitorLogin } from '../../../contract/visitor.js'
import type { App } from '../app.js'
import { CAMPAIGN_LANGUAGE_KEY, LANGUAGE_KEY } from '../i18n/languages.js'
import { visitorLoginBody } from '../session/visitor-sign-in.js'
import { readStoredCampaign, writeStoredCampaign } from './campaign-storage.js'
import { firstScreenOf, playerUrl } from './deep-link.js'
import type { FirstAnswer } from './first-answer.js'

/** In ms: the first screen comes first; and so long the server counts one visit. */
const RECORD_DELAY_MS = 1000
const SAME_VISIT_MS = 600_000
/** In ms: so long a first screen waits for what a promo link gives. */
const PROMO_TIMEOUT_MS = 5000

const known = new WeakMap<App, WritableAtom<Campaign | undefined>>()

/** The campaign of this visit, once the server has told of it. */
export function campaignOf(app: App): WritableAtom<Campaign | undefined> {
  const $campaign = known.get(app) ?? atom<Campaign | undefined>()
  known.set(app, $campaign)
  return $campaign
}

const isLanguageOpen = ({ options, environment }: App) => options.isLangOpen && !environment.storage.get(LANGUAGE_KEY)

/** Takes what came with a sign-in: shows the campaign's language, and opens the episode that it begins with. */
export function applyCampaign(
  app: App,
  keep: FirstAnswer['keep'],
  { campaign, first }: VisitorLogin,
  want: string | undefined
): void {
  const { i18n, router } = app
  const shown = i18n.language()
  if (campaign?.lang && isLanguageOpen(app)) {
    void i18n.setLanguage(campaign.lang).then(isShown => isShown || i18n.setLanguage(shown.tag))
  }
  campaignOf(app).set(campaign)
  const { start_drama_id: dramaId, start_episode_no } = campaign ?? {}
  const no = start_episode_no ?? 1
  const begun = dramaId ? firstScreenOf('play', { drama_id: dramaId, episode_no: `${no}` }) : 'home'
  const wanted = want === 'start' ? begun : want
  // Whoever has chosen a language meanwhile is answered in that.
  if (wanted && (!app.options.isLangOpen || isLanguageOpen(app))) keep(wanted, first)
  const { pages, top } = router.$stack.get()
  // The viewer may have gone somewhere else meanwhile.
  if (want !== 'start' || !dramaId || pages.length > 1 || top?.route.name !== 'home') return
  app.detour = whenBackOnHome(app)
  void router.navigateTo({ url: playerUrl(dramaId, no) })
}

function whenBackOnHome({ router, signal }: App): Promise<void> {
  return new Promise(resolve => {
    let hasLeft = false
    const leave = router.$stack.listen(({ top }) => {
      hasLeft ||= top?.route.name !== 'home'
      if (!hasLeft || top?.route.name !== 'home') return
      leave()
      resolve()
    })
    signal.addEventListener('abort', leave)
  })
}

/** Tells the server of a visit without a sign-in; with `want` the answer to that comes along. Never rejects. */
export async function recordVisit(app: App, keep?: FirstAnswer['keep'], want?: string): Promise<void> {
  const { environment, options, api, emit } = app
  const lang_open = isLanguageOpen(app) || undefined
  const told = visitorLoginBody(environment.page, { lpid: options.lpid, want, lang_open })
  const patience = want === undefined ? {} : { timeout: PROMO_TIMEOUT_MS }
  const visit = await api.post('/index/visit', told, { isQuiet: true, ...patience }).catch(() => undefined)
  if (!visit?.campaign || app.signal.aborted) return
  const [warning] = visit.warnings
  emit('drama-visit', warning === undefined ? { is_new: false } : { is_new: false, warning })
  if (want && (visit.campaign.lang ?? app.i18n.language().apiCode) === app.i18n.language().apiCode)
    keep?.(want, visit.first)
  campaignOf(app).set(visit.campaign)
  // What was locked a moment ago may be given now.
  if (!want) app.$bought.set(`visit ${environment.clock.now()}`)
}

/** Remembers the campaign of this visit, shows its language, and tells of visits that no sign-in tells of. */
export function trackCampaign(app: App): void {
  const { environment, options, session, signal } = app
  const { storage, clock } = environment
  const { lpid = '' } = options
  const $campaign = campaignOf(app)
  const leave = $campaign.subscribe(campaign => {
    if (campaign?.lpid !== lpid) return
    const { theme, lang } = campaign
    writeStoredCampaign(storage, { lpid, at: clock.now(), theme })
    if (lang) storage.set(CAMPAIGN_LANGUAGE_KEY, `${lpid} ${lang}`)
    else storage.remove(CAMPAIGN_LANGUAGE_KEY)
    if (lang && isLanguageOpen(app)) void app.showLanguage(lang)
  })
  signal.addEventListener('abort', leave)
  clock.setTimer(RECORD_DELAY_MS, async () => {
    await Promise.all([session.whenReady(), app.gift]).catch(() => undefined)
    const { at = 0 } = readStoredCampaign(storage, lpid) ?? {}
    // A clock that was set back must not keep visits untold.
    const isTold = Math.abs(clock.now() - at) < SAME_VISIT_MS
    if (!signal.aborted && session.isLogin() && !$campaign.get() && !isTold) void recordVisit(app)
  })
}
