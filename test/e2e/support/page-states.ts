import type { Page } from 'playwright-core'
import type { DramaDetail } from '../../../contract/drama.js'
import type { EpisodeList, PlayResponse } from '../../../contract/episode.js'
import type { Network } from './api-calls.js'
import { openSheetByMouse } from './drama-sheet.js'
import { inApp } from './journey.js'
import { decideInFrame } from './payment-frame.js'

const DRAMA = 'd_winter-bride'
const STORE = '/pages/wallet/store'
const SHOWN = '.page:not([hidden])'

export interface PageState {
  name: string
  path: string
  /** `new` has watched nothing, `nothing` is a server without dramas. */
  visitor?: 'new' | 'nothing'
  network?: Network
  /** The network fault begins after the page has loaded. */
  isLate?: true
  prepare?(page: Page): Promise<unknown>
  /** Selector of what is visible in this state. */
  readySelector: string
}

const failures: readonly [Network, string][] = [
  ['broken', '.failure'],
  ['offline', '.failure']
]

function createFaultStates(name: string, path: string, loading: string, prepare?: PageState['prepare']): PageState[] {
  const common = { path, ...(prepare && { prepare }) }
  return [
    { ...common, name: `${name}-loading`, network: 'slow', readySelector: `${SHOWN} ${loading}` },
    ...failures.map(([network, sign]) => ({
      ...common,
      name: `${name}-${network}`,
      network,
      readySelector: `${SHOWN} ${sign}`
    }))
  ]
}

const WALLET = '/pages/wallet/wallet'
const REWARD = '/pages/reward'
const playing = (no: number) => `/pages/index/play?drama_id=${DRAMA}&episode_no=${no}`
const tab = (no: number) => (page: Page) => inApp(page, '.segments button').nth(no).click()
const press = (selector: string) => (page: Page) => inApp(page, `${SHOWN} ${selector}`).first().click()

async function search(page: Page, keyword: string) {
  const field = inApp(page, 'search input')
  await field.fill(keyword)
  await field.press('Enter')
}

async function shortcuts(page: Page) {
  await inApp(page, '.rail').waitFor()
  await page.keyboard.press('?')
}

async function hideControls(page: Page) {
  await inApp(page, '.rail button').nth(3).click()
  await inApp(page, '.more-lines button').first().click()
  await inApp(page, '.rail').waitFor({ state: 'detached' })
}

/** Plays the end of the episode, then hides the page, so that the state stays. */
async function endEpisode(page: Page, sign: string) {
  await inApp(page, '.seek-bar').waitFor()
  await inApp(page, '.player [data-offset="0"] video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.3
  })
  await inApp(page, sign).waitFor()
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }))
}

/** So slowly that the state stays. */
async function nearEnd(page: Page) {
  await inApp(page, '.seek-bar').waitFor()
  await inApp(page, '.player [data-offset="0"] video').evaluate((video: HTMLVideoElement) => {
    video.playbackRate = 0.0625
    video.currentTime = video.duration - 4
  })
}

async function sendTelegramId(page: Page) {
  await inApp(page, '.telegram-id input').fill(`@state_${Math.random().toString(36).slice(2)}`)
  await page.keyboard.press('Enter')
}

async function order(page: Page) {
  await press('.pay-button')(page)
  await inApp(page, '.payment iframe:not([data-loading])').waitFor()
}

const decide = (decision: 'approve' | 'decline') => async (page: Page) => {
  await order(page)
  await decideInFrame(page, decision)
}

/** Changes the data of all responses of a path, which may end with a wildcard. */
function changeData<Data extends object>(page: Page, path: string, change: (data: Data) => Data): Promise<unknown> {
  return page.route(`**/${path}`, async route => {
    const answer = await route.fetch()
    const { data, ...envelope } = await answer.json()
    await route.fulfill({ response: answer, json: { ...envelope, data: change(data) } })
  })
}

/** Cuts the drama after its eighth episode in the responses, because no sample drama is free to its end. */
async function endDrama(page: Page) {
  const count = 8
  await changeData<DramaDetail>(page, 'drama/detail*', data => ({
    ...data,
    drama: { ...data.drama, episode_count: count }
  }))
  await changeData<EpisodeList>(page, 'drama/episodes*', data => ({ ...data, list: data.list.slice(0, count) }))
  await changeData<PlayResponse>(page, 'drama/play', data =>
    data.episode.no === count ? { ...data, next: null } : data
  )
  await page.reload()
  await openEpisodeList(page)
  await inApp(page, '.episode-list-grid button').nth(7).click()
  await inApp(page, '[aria-posinset="8"]:not([aria-hidden="true"]) .episode-slot-poster[data-gone]').waitFor({
    state: 'attached'
  })
  await endEpisode(page, '.last-episode')
}

/** As in shell.css. A wide player has its episodes beside it. */
const WIDE_PX = 1000

async function openEpisodeList(page: Page) {
  if ((page.viewportSize()?.width ?? 0) < WIDE_PX) await press('button.episode-bar')(page)
}

/** Changes the responses, because these viewers have no coins: there is a balance, and the limit is reached. */
async function reachLimit(page: Page) {
  const balance = { coins: 100, bonus: 40 }
  await changeData<object>(page, 'drama/play', data => ({ ...data, ...balance }))
  await changeData<object>(page, 'user/info*', data => ({ ...data, balance }))
  await page.route('**/drama/unlock', async route => {
    const answer = await route.fetch()
    const { data } = await answer.json()
    const limit = { name: 'daily', coins: 1200, spent: 1180, resets_at: new Date().setUTCHours(24, 0, 0, 0) }
    await route.fulfill({
      response: answer,
      json: { code: 4209, msg: '', data: { ...data, ...balance, limit } }
    })
  })
  await openEpisodeList(page)
  await inApp(page, '.episode-list-grid button').nth(10).click()
  await press('.locked-choice.primary')(page)
}

async function signIn(page: Page, isDone: boolean) {
  const email = `state${Math.random().toString(36).slice(2)}@mail.example`
  await inApp(page, '.profile-user > .button').click()
  await inApp(page, '.account input').fill(email)
  await page.keyboard.press('Enter')
  await inApp(page, '.account-code').waitFor()
  if (!isDone) return
  const answer = await page.request.get(new URL(`/demo/mailbox?address=${email}`, page.url()).href)
  const code = /\d{6}/.exec((await answer.json()).data.list[0].subject)?.[0] ?? ''
  await inApp(page, '.account-code input').fill(code)
  await inApp(page, '.account-done').waitFor()
}

const accountLine = (no: number) => async (page: Page) => {
  await signIn(page, true)
  await page.keyboard.press('Escape')
  await inApp(page, '.profile-account .menu-line').nth(3).waitFor()
  await inApp(page, '.profile-account .menu-line').nth(no).click()
}

async function showCode(page: Page) {
  await inApp(page, '.profile-account .menu-line').first().click()
  await inApp(page, '.account .button.primary').click()
}

const onSheet = {
  path: '/pages/index/search?keyword=inverno',
  isLate: true,
  prepare: (page: Page) => openSheetByMouse(page, inApp(page, '.drama-line').first())
} as const

async function openGoneDrama(page: Page) {
  await page.route('**/drama/detail?*', route =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/drama_id=[^&]+/, 'drama_id=d_gone')
    })
  )
  await onSheet.prepare(page)
}

export const pageStates: readonly PageState[] = [
  { name: 'home-ready', path: '/', readySelector: '.row-title' },
  { name: 'home-empty', path: '/', visitor: 'nothing', readySelector: `${SHOWN} .notice` },
  ...createFaultStates('home', '/', '.skeleton'),

  { name: 'discover-feed', path: '/pages/index/dramas', prepare: tab(0), readySelector: '.feed-card h2' },
  { name: 'discover-all', path: '/pages/index/dramas', prepare: tab(1), readySelector: '.grid .card' },
  { name: 'discover-ranking', path: '/pages/index/dramas', prepare: tab(2), readySelector: '.ranked-line' },
  { name: 'discover-empty', path: '/pages/index/dramas', visitor: 'nothing', readySelector: `${SHOWN} .notice` },
  { name: 'discover-no-tag', path: '/pages/index/dramas?tag=nobody', readySelector: `${SHOWN} .notice` },
  ...createFaultStates('discover-feed', '/pages/index/dramas', '.skeleton', tab(0)),
  ...createFaultStates('discover-all', '/pages/index/dramas', '.skeleton', tab(1)),
  ...createFaultStates('discover-ranking', '/pages/index/dramas', '.skeleton', tab(2)),

  { name: 'search-start', path: '/pages/index/search', readySelector: '.search-hot li' },
  {
    name: 'search-suggestions',
    path: '/pages/index/search',
    prepare: page => inApp(page, 'search input').fill('no'),
    readySelector: '.suggestions button'
  },
  { name: 'search-found', path: '/pages/index/search?keyword=vinganca', readySelector: '.drama-line' },
  {
    name: 'search-nothing',
    path: '/pages/index/search',
    prepare: page => search(page, 'zzzzzz'),
    readySelector: '.search-nothing'
  },
  ...createFaultStates('search', '/pages/index/search?keyword=a', '.skeleton'),

  { name: 'list-history', path: '/pages/index/record', readySelector: '.library-line' },
  { name: 'list-favourites', path: '/pages/index/record', prepare: tab(1), readySelector: '.library-card' },
  {
    name: 'list-edit',
    path: '/pages/index/record',
    prepare: press('.library-edit'),
    readySelector: '.library-check'
  },
  { name: 'list-empty', path: '/pages/index/record', visitor: 'new', readySelector: `${SHOWN} .notice` },
  {
    name: 'list-favourites-empty',
    path: '/pages/index/record',
    visitor: 'new',
    prepare: tab(1),
    readySelector: `${SHOWN} .notice`
  },
  ...createFaultStates('list', '/pages/index/record', '.skeleton'),

  { name: 'my-ready', path: '/pages/index/my', readySelector: '.profile-name button' },
  {
    name: 'my-name',
    path: '/pages/index/my',
    prepare: press('.profile-name button'),
    readySelector: '.profile-form input'
  },
  {
    name: 'my-feedback',
    path: '/pages/index/my',
    prepare: press('.settings li:nth-child(6) button'),
    readySelector: 'textarea'
  },
  {
    name: 'my-auto-unlock',
    path: '/pages/index/my',
    prepare: press('.settings [role=switch]'),
    readySelector: '.sheet .button.primary'
  },
  {
    name: 'my-limits',
    path: '/pages/index/my',
    prepare: press('.settings li:nth-child(4) button'),
    readySelector: '.sheet [type=radio]'
  },
  {
    name: 'my-language',
    path: '/pages/index/my',
    prepare: press('.settings li:nth-child(5) button'),
    readySelector: '.languages [aria-current=true]'
  },
  {
    name: 'my-entry',
    path: '/pages/index/my',
    prepare: press('.profile-user > .button'),
    readySelector: '.account input'
  },
  { name: 'my-code', path: '/pages/index/my', prepare: page => signIn(page, false), readySelector: '.account-code' },
  {
    name: 'my-entered',
    path: '/pages/index/my',
    visitor: 'new',
    prepare: page => signIn(page, true),
    readySelector: '.account-done'
  },
  { name: 'my-recovery', path: '/pages/index/my', visitor: 'new', prepare: showCode, readySelector: '.account-shown' },
  {
    name: 'my-deletion',
    path: '/pages/index/my',
    visitor: 'new',
    prepare: accountLine(3),
    readySelector: '.account-points'
  },
  ...createFaultStates('my', '/pages/index/my', '[aria-busy="true"]'),

  { ...onSheet, name: 'sheet-ready', readySelector: '.sheet .drama-facts' },
  { ...onSheet, name: 'sheet-gone', prepare: openGoneDrama, readySelector: '.sheet .other-dramas .card' },
  { ...onSheet, name: 'sheet-loading', network: 'slow', readySelector: '.sheet .skeleton' },
  { ...onSheet, name: 'sheet-broken', network: 'broken', readySelector: '.sheet .failure' },
  { ...onSheet, name: 'sheet-offline', network: 'offline', readySelector: '.sheet .failure' },

  { name: 'player-ready', path: playing(1), readySelector: '.episode-bar-hint' },
  { name: 'player-locked', path: playing(11), readySelector: 'button.paywall-pack' },
  {
    name: 'player-picker',
    path: playing(1),
    prepare: openEpisodeList,
    readySelector: '.episode-list-grid'
  },
  { name: 'player-locked-earlier', path: playing(14), readySelector: 'button.paywall-pack' },
  { name: 'player-locked-limit', path: playing(10), prepare: reachLimit, readySelector: '.unlock-notice:not(:empty)' },
  {
    name: 'player-auto-unlock',
    path: playing(11),
    prepare: async page => {
      await press('.locked-more')(page)
      await press('.auto-line [role=switch]')(page)
    },
    readySelector: '.auto-facts'
  },
  {
    name: 'player-share',
    path: playing(1),
    prepare: press('.rail-favorite + button + button'),
    readySelector: '.share-link'
  },
  {
    name: 'player-more',
    path: playing(1),
    prepare: press('.rail-favorite + button + button + button'),
    readySelector: '.more-lines'
  },
  { name: 'player-clean', path: playing(1), prepare: hideControls, readySelector: '.player-captions' },
  { name: 'player-shortcuts', path: playing(1), prepare: shortcuts, readySelector: '.shortcuts' },
  {
    name: 'player-settings',
    path: playing(1),
    prepare: press('.window-buttons + .round'),
    readySelector: '.playback-sheet'
  },
  {
    name: 'player-resumed',
    path: playing(5),
    // The notice stays while it has the focus.
    prepare: page => inApp(page, '.resume-notice button').focus(),
    readySelector: '.resume-notice button'
  },
  { name: 'player-next', path: playing(1), prepare: nearEnd, readySelector: '.next-episode' },
  { name: 'player-finished', path: playing(1), prepare: endDrama, readySelector: '.last-episode .card' },
  { name: 'player-missing', path: playing(999), readySelector: `${SHOWN} .notice` },
  {
    name: 'player-gone',
    path: '/pages/index/play?drama_id=d_gone&episode_no=1',
    readySelector: `${SHOWN} .other-dramas .card`
  },
  ...createFaultStates('player', playing(1), '.spinner-ring'),

  { name: 'wallet-topups', path: WALLET, readySelector: '.wallet .notice' },
  { name: 'wallet-unlocks', path: WALLET, prepare: tab(1), readySelector: '.wallet .notice' },
  { name: 'wallet-bonuses', path: `${WALLET}?tab=bonus`, readySelector: '.wallet .notice' },
  {
    name: 'wallet-statement',
    path: WALLET,
    prepare: press('.wallet-movements-head button'),
    readySelector: '.statement-save button'
  },
  {
    name: 'wallet-check',
    path: WALLET,
    prepare: press('.wallet-check'),
    readySelector: '.ledger-verdict[data-state="sound"]'
  },
  ...createFaultStates('wallet', WALLET, '.skeleton'),

  { name: 'store-ready', path: STORE, readySelector: '.pay-button' },
  { name: 'store-waiting', path: STORE, visitor: 'new', prepare: order, readySelector: '.payment-tab' },
  { name: 'store-paid', path: STORE, visitor: 'new', prepare: decide('approve'), readySelector: '.checkout-protect' },
  {
    name: 'store-declined',
    path: STORE,
    visitor: 'new',
    prepare: decide('decline'),
    readySelector: '.checkout-failed'
  },
  ...createFaultStates('store', STORE, '.skeleton'),

  { name: 'reward-ready', path: `${REWARD}/reward`, readySelector: '.reward-line' },
  {
    name: 'reward-records',
    path: `${REWARD}/reward`,
    prepare: press('.reward-submissions'),
    readySelector: '.submissions-sheet .notice'
  },
  ...createFaultStates('reward', `${REWARD}/reward`, '.skeleton'),
  { name: 'whatsapp-ready', path: `${REWARD}/whatsapp`, readySelector: '.share-rules' },
  {
    name: 'facebook-missing',
    path: `${REWARD}/facebook`,
    prepare: press('.submit-area button'),
    readySelector: '[role=alert]:not(:empty)'
  },
  {
    name: 'tg-reviewed',
    path: `${REWARD}/tg`,
    visitor: 'new',
    prepare: sendTelegramId,
    readySelector: '.submission'
  },
  { name: 'not-found', path: '/pages/index/nowhere', readySelector: '.notice' }
]
