// Entry of a chunk that is loaded after a failure.

import type { Lang } from '../../../contract/protocol/language.js'
import type { HostPolicyMessages } from '../../../locales/host-policy/en.js'
import type { App } from '../../core/app.js'

export type BlockedResource = keyof HostPolicyMessages

interface Violation {
  effectiveDirective: string
  blockedURL: string | null
}

/** Reports a message if the host page's content security policy blocked `resource`. */
export function onPolicyViolation(
  app: App,
  refused: BlockedResource,
  say: (text: string) => void,
  signal: AbortSignal
): void {
  async function hear(directive: string, address: string) {
    const isOurs =
      refused === 'media'
        ? directive === 'media-src' && address.startsWith('blob')
        : directive === 'connect-src' &&
          address.startsWith(new URL(app.options.apiBase, app.environment.page.url).origin)
    if (!isOurs) return
    const messages = await refusalLanguages[app.i18n.language().apiCode]()
    if (!signal.aborted) say(messages[refused])
  }
  const forget = () => undefined
  if (globalThis.ReportingObserver) {
    const past = new ReportingObserver(
      reports => {
        for (const { body } of reports) {
          const { effectiveDirective, blockedURL } = body as ReportBody & Violation
          hear(effectiveDirective, blockedURL ?? '').catch(forget)
        }
      },
      { types: ['csp-violation'], buffered: true }
    )
    past.observe()
    signal.addEventListener('abort', () => past.disconnect())
  }
  // Later violations. Browsers without ReportingObserver report at the next attempt.
  globalThis.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => void hear(effectiveDirective, blockedURI).catch(forget),
    { signal }
  )
}

const refusalLanguages: Record<Lang, () => Promise<HostPolicyMessages>> = {
  pt: async () => (await import('../../../locales/host-policy/pt.js')).hostPolicyPt,
  en: async () => (await import('../../../locales/host-policy/en.js')).hostPolicyEn,
  es: async () => (await import('../../../locales/host-policy/es.js')).hostPolicyEs,
  'zh-cn': async () => (await import('../../../locales/host-policy/zh-hans.js')).hostPolicyZhHans,
  'zh-tw': async () => (await import('../../../locales/host-policy/zh-hant.js')).hostPolicyZhHant
}
