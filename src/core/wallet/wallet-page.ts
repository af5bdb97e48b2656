import { atom, type ReadableAtom } from 'nanostores'
import type { Wallet } from '../../../contract/wallet.js'
import type { App } from '../app.js'
import { createPartMessages } from '../i18n/part-messages.js'
import { createLoadable, type LoadableStore } from '../loading/loadable.js'
import type { StackPage } from '../router/router.js'
import { createLedgerChecker, type LedgerChecker } from './ledger-check.js'
import { type WalletTexts, walletMessageLoaders } from './messages.js'
import { createRecordList, type RecordList } from './record-list.js'

export const walletTabs = ['topup', 'unlock', 'bonus'] as const
export type WalletTab = (typeof walletTabs)[number]

export interface WalletPage {
  wallet: LoadableStore<Wallet>
  texts: WalletTexts
  $tab: ReadableAtom<WalletTab>
  show(tab: WalletTab): void
  records(): RecordList
  $now: ReadableAtom<number>
  ledgerChecker: LedgerChecker
  setOnTop(isOnTop: boolean): void
  refresh(): Promise<unknown>
  reload(): void
  exit(): void
}

export function createWalletPage(app: App, stackPage: StackPage): WalletPage {
  const { broadcast, clock, storage, visibility } = app.environment
  const closing = new AbortController()
  const texts = createPartMessages(walletMessageLoaders, app.i18n, closing.signal)
  const $now = atom(clock.now())
  const { lists, ...tabs } = createTabs(app, stackPage, $now)
  let isShown = false

  const wallet = createLoadable<Wallet>(async () => {
    const [answer] = await Promise.all([app.api.get('/wallet/index', {}), texts.load()])
    return answer
  })

  async function refreshQuietly() {
    $now.set(clock.now())
    void tabs.records().refreshQuietly()
    if (wallet.$loadable.get().state !== 'ready') return
    const fresh = await app.api.get('/wallet/index', {}, { isQuiet: true }).catch(() => undefined)
    if (fresh) wallet.set(fresh)
  }

  broadcast.listen(message => {
    // Without shared storage, another app has another visitor.
    if (isShown && Object(message).balance && storage.isPersistent()) void refreshQuietly()
  }, closing.signal)
  visibility.onChange(() => isShown && visibility.isVisible() && void refreshQuietly(), closing.signal)
  return {
    wallet,
    texts,
    ...tabs,
    $now,
    ledgerChecker: createLedgerChecker(app),
    setOnTop(isOnTop) {
      isShown = isOnTop
      if (isOnTop) void refreshQuietly()
    },
    refresh() {
      $now.set(clock.now())
      return Promise.all([wallet.refresh(), tabs.records().paged.list.refresh()])
    },
    reload() {
      void wallet.reload()
      for (const { paged } of lists.values()) paged.reload()
    },
    exit() {
      isShown = false
      closing.abort()
      for (const list of lists.values()) list.dispose()
    }
  }
}

function createTabs({ api, router }: App, { id, query }: StackPage, $now: ReadableAtom<number>) {
  const $tab = atom(walletTabs.find(tab => tab === query.tab) ?? 'topup')
  const lists = new Map<WalletTab, RecordList>()

  function records() {
    const type = $tab.get()
    const loadPage = (cursor: string | undefined, isQuiet: boolean) =>
      api.get('/wallet/records', { type, cursor }, { isQuiet })
    const list = lists.get(type) ?? createRecordList({ loadPage, $now })
    lists.set(type, list)
    return list
  }

  function show(tab: WalletTab) {
    if (tab === $tab.get()) return
    $tab.set(tab)
    void router.rewriteQuery(id, { ...query, tab })
    void records().refreshQuietly()
  }

  return { $tab, lists, records, show }
}
