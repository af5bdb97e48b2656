// Entry of a chunk that is loaded after a failure.

import type { Lang } from '../../../contract/protocol/language.js'
import type { HostPolicyMessages } from '../../../locales/host-policy/en.js'
import type { App } from '../../core/app.js'
import { hasReportingObserver } from '../../dom/browser-features/policy-reports.js'

export type BlockedResource = keyof HostPolicyMessages

interface Violation {
  effectiveDirective: string
  blockedURL: string | null
}

/** Reports a message if the host page's content security policy blocked `resource`. */
export function observePolicyViolations(
  app: App,
  resource: BlockedResource,
  onMessage: (text: string) => void,
  signal: AbortSignal
): void {
  async function onViolation(directive: string, url: string) {
    const isOurs =
      resource === 'media'
        ? directive === 'media-src' && url.startsWith('blob')
        : directive === 'connect-src' && url.startsWith(new URL(app.options.apiBase, app.environment.page.url).origin)
    if (!isOurs) return
    const messages = await policyLanguages[app.i18n.language().apiCode]()
    if (!signal.aborted) onMessage(messages[resource])
  }
  const ignore = () => undefined
  if (hasReportingObserver()) {
    const observer = new ReportingObserver(
      reports => {
        for (const { body } of reports) {
          const { effectiveDirective, blockedURL } = body as ReportBody & Violation
          onViolation(effectiveDirective, blockedURL ?? '').catch(ignore)
        }
      },
      { types: ['csp-violation'], buffered: true }
    )
    observer.observe()
    signal.addEventListener('abort', () => observer.disconnect())
  }
  // Catches later violations. Browsers without ReportingObserver report at the next attempt.
  globalThis.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => void onViolation(effectiveDirective, blockedURI).catch(ignore),
    { signal }
  )
}

const policyLanguages: Record<Lang, () => Promise<HostPolicyMessages>> = {
  pt: async () => (await import('../../../locales/host-policy/pt.js')).hostPolicyPt,
  en: async () => (await import('../../../locales/host-policy/en.js')).hostPolicyEn,
  es: async () => (await import('../../../locales/host-policy/es.js')).hostPolicyEs,
  'zh-cn': async () => (await import('../../../locales/host-policy/zh-hans.js')).hostPolicyZhHans,
  'zh-tw': async () => (await import('../../../locales/host-policy/zh-hant.js')).hostPolicyZhHant
}
