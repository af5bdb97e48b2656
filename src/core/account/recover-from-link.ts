// What a link with a recovery code asks, and does once the viewer wants it.
import type { UserInfo } from '../../../contract/user.js'
import type { App } from '../app.js'
import { createPartMessages } from '../i18n/part-messages.js'
import { mergeSummaryLines } from './merge-summary.js'
import { type AccountText, accountLanguages } from './messages.js'
import { coinsAtRisk } from './recovery-status.js'
import { createSignInFlow } from './sign-in-flow.js'

/** Asks before the viewer becomes another, and says what came of it. Never rejects. */
export async function recoverFromLink(app: App, code: string): Promise<void> {
  const { api, i18n, modals, session, signal, toasts } = app
  const { $text } = createPartMessages(accountLanguages, i18n, signal)
  const say = await new Promise<AccountText>(resolve => {
    signal.addEventListener(
      'abort',
      $text.subscribe(text => text && resolve(text))
    )
  })
  // Who cannot be asked about now is told the more careful of the two.
  const ask = () => api.get('/user/info', {}, { isQuiet: true })
  const known = await session
    .whenReady()
    .then(ask)
    .catch(() => undefined)
  const { confirm } = await modals.show({
    title: say('linkTitle'),
    content: `${say('linkAsk')}\n\n${mergeExplanation(say, known)}`,
    confirmText: say('linkBring')
  })
  if (!confirm) return
  const entry = createSignInFlow(app)
  for (;;) {
    toasts.showLoading({ title: say('pleaseWait'), mask: true })
    await entry.recover(code)
    toasts.hideLoading()
    const state = entry.$state.get()
    if (state.step === 'done') {
      const lines = state.merged ? mergeSummaryLines(state.merged) : []
      const brought = lines.map(({ key, count }) => say(key, { count }))
      const title = say(state.user.kind === 'user' ? 'youAreIn' : 'welcomeBack')
      const content = lines.length > 0 ? [say('broughtAlong'), ...brought].join('\n') : (state.user.email ?? '')
      return void modals.show({ title, content, showCancel: false, confirmText: say('proceed') })
    }
    if (state.problem === undefined) return
    if (state.problem === 'recoveryWrong') {
      return void modals.show({ title: say('linkOverTitle'), content: say('linkOver'), showCancel: false })
    }
    const again = await modals.show({ content: say(state.problem), confirmText: say('linkAgain') })
    if (!again.confirm) return
  }
}

/** To what the viewer has here. */
function mergeExplanation(say: AccountText, known: UserInfo | undefined): string {
  if (known?.user.kind === 'user') return say('linkLeaves', { name: known.user.email ?? known.user.nickname })
  const count = known ? coinsAtRisk(known) : 0
  return count > 0 ? say('linkTakesCoins', { count }) : say('linkTakes')
}
