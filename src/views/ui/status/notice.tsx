import { type ReactNode, useLayoutEffect, useState } from 'react'
import type { AppMessageKey, MessageKey } from '../../../../locales/app/en.js'
import type { Failure } from '../../../core/loading/loadable.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { useRetryWhenOnline } from '../../app/use-retry-when-online.js'
import { Button } from '../controls/button.js'
import { Icon } from '../icon/icon.js'

export function EmptyState({
  icon,
  text,
  action,
  onAction
}: {
  icon: ReactNode
  text: string
  action?: string
  onAction?(): void
}) {
  return (
    <div className="notice" role="status">
      <span className="notice-icon">{icon}</span>
      <p>{text}</p>
      {action && onAction && (
        <Button kind="quiet" onPress={onAction}>
          {action}
        </Button>
      )}
    </div>
  )
}

const texts: Record<Failure, AppMessageKey> = {
  offline: 'networkBad',
  timeout: 'timedOut',
  unavailable: 'unavailable',
  busy: 'serverBusy',
  maintenance: 'maintenance',
  tooMany: 'tooManyAttempts',
  server: 'connectFailed'
}

export function FailureView({
  failure,
  onRetry,
  reason
}: {
  failure: Failure
  onRetry(): void
  reason?: MessageKey | undefined
}) {
  const { app } = useScope()
  const { text } = useTranslation()
  const [policyMessage, setPolicyMessage] = useState<string>()
  const blockedResource = failure === 'offline' ? 'connect' : reason === 'notSupported' ? 'media' : undefined
  useRetryWhenOnline(true, onRetry)
  useLayoutEffect(() => {
    if (!blockedResource) return
    const lifetime = new AbortController()
    const { signal } = lifetime
    // The host page's policy may be the cause, and its visitors cannot change that.
    import('../../app/host-policy-notice.js').then(
      ({ observePolicyViolations }) => observePolicyViolations(app, blockedResource, setPolicyMessage, signal),
      () => undefined
    )
    return () => lifetime.abort()
  }, [app, blockedResource])
  return (
    <button type="button" className="failure" part="error" onClick={onRetry}>
      <span className="notice-icon">
        <Icon name={failure === 'offline' ? 'offline' : 'retry'} />
      </span>
      <span className="failure-reason">{policyMessage ?? text(reason ?? texts[failure])}</span>
      {failure !== 'timeout' && <span className="failure-hint">{text('tapToRetry')}</span>}
    </button>
  )
}
