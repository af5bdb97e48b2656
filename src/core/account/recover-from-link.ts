import type { UserInfo } from '../../../contract/user.js'
import type { App } from '../app.js'
import { maskPhone } from '../format/phone.js'
import { createPartMessages } from '../i18n/part-messages.js'
import { mergeSummaryLines } from './merge-summary.js'
import { type AccountTranslate, accountMessageLoaders } from './messages.js'
import { coinsAtRisk } from './recovery-status.js'
import { createSignInFlow } from './sign-in-flow.js'

export async function recoverFromLink(app: App, code: string): Promise<void> {
  const { api, i18n, modals, session, signal, toasts } = app
  const { $text } = createPartMessages(accountMessageLoaders, i18n, signal)
  const text = await new Promise<AccountTranslate>(resolve => {
    signal.addEventListener(
      'abort',
      $text.subscribe(loaded => loaded && resolve(loaded))
    )
  })
  const info = await session
    .whenReady()
    .then(() => api.get('/user/info', {}, { isQuiet: true }))
    .catch(() => undefined)
  const { confirm } = await modals.show({
    title: text('linkTitle'),
    content: `${text('linkAsk')}\n\n${mergeExplanation(text, info)}`,
    confirmText: text('linkBring')
  })
  if (!confirm) return
  const flow = createSignInFlow(app)
  for (;;) {
    toasts.showLoading({ title: text('pleaseWait'), mask: true })
    await flow.recover(code)
    toasts.hideLoading()
    const state = flow.$state.get()
    if (state.step === 'done') {
      const lines = state.merged ? mergeSummaryLines(state.merged) : []
      const broughtLines = lines.map(({ key, count }) => text(key, { count }))
      const title = text(state.user.kind === 'user' ? 'youAreIn' : 'welcomeBack')
      const content = lines.length > 0 ? [text('broughtAlong'), ...broughtLines].join('\n') : (state.user.email ?? '')
      return void modals.show({ title, content, showCancel: false, confirmText: text('proceed') })
    }
    if (state.problem === undefined) return
    if (state.problem === 'recoveryWrong') {
      return void modals.show({ title: text('linkOverTitle'), content: text('linkOver'), showCancel: false })
    }
    await i18n.loadPageMessages().catch(() => undefined)
    const { confirm: shouldRetry } = await modals.show({ content: text(state.problem), confirmText: text('linkAgain') })
    if (!shouldRetry) return
  }
}

function mergeExplanation(text: AccountTranslate, info: UserInfo | undefined): string {
  if (info?.user.kind === 'user') return text('linkLeaves', { name: info.user.email ?? maskPhone(info.user.nickname) })
  const count = info ? coinsAtRisk(info) : 0
  return count > 0 ? text('linkTakesCoins', { count }) : text('linkTakes')
}
