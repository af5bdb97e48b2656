import { Alert, Badge, Group, Tabs, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { CopyAction } from '../ui/copy-action.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { Page } from '../ui/page.js'
import { PageLoader } from '../ui/page-loader.js'
import { toShortId } from '../ui/short-id.js'
import type { ShownViewer } from './shown-viewer.js'
import { useCanChange } from './support-roles.js'
import { ViewerActions } from './viewer-actions.js'
import { ViewerOverview } from './viewer-overview.js'

const ViewerAdjustments = lazyWithRetry(() => import('./viewer-lists.js').then(module => module.ViewerAdjustments))
const ViewerLedger = lazyWithRetry(() => import('./viewer-lists.js').then(module => module.ViewerLedger))
const ViewerOrders = lazyWithRetry(() => import('./viewer-lists.js').then(module => module.ViewerOrders))
const ViewerSubmissions = lazyWithRetry(() => import('./viewer-lists.js').then(module => module.ViewerSubmissions))
const ViewerUnlocks = lazyWithRetry(() => import('./viewer-lists.js').then(module => module.ViewerUnlocks))
const ViewerSessions = lazyWithRetry(() => import('./viewer-sessions.js').then(module => module.ViewerSessions))

const tabs = ['overview', 'orders', 'ledger', 'unlocks', 'submissions', 'adjustments', 'sessions'] as const

export function ViewerPage() {
  const text = useText('console-support')
  const { userId = '' } = useParams({ strict: false })
  const viewer = useActionQuery('/operator/viewer_show', { user_id: userId })
  if (viewer.data !== undefined) return <LoadedViewer key={viewer.data.viewer.user_id} shown={viewer.data} />
  if (viewer.isPending) return <PageLoader />
  return (
    <Page title={text('viewer')}>
      {viewer.error?.reason === 'unknown_user' ? (
        <Text>{text('unknownViewer')}</Text>
      ) : (
        <ErrorAlert error={viewer.error} onRetry={() => void viewer.refetch()} />
      )}
    </Page>
  )
}

function LoadedViewer({ shown }: { shown: ShownViewer }) {
  const text = useText('console-support')
  const { dateTime } = useFormats()
  const canChange = useCanChange()
  const [tab, setTab] = useState<string | null>('overview')
  const { viewer } = shown
  const userId = viewer.user_id
  return (
    <Page
      title={viewer.email ?? toShortId(userId)}
      lead={
        <Group gap={6} component="span">
          <Text component="span" ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {userId}
          </Text>
          <CopyAction value={userId} />
          <Badge miw="max-content" component="span" variant="light" color={viewer.kind === 'user' ? 'blue' : 'gray'}>
            {text(`kind_${viewer.kind}`)}
          </Badge>
        </Group>
      }
      actions={canChange && viewer.deleted_at === null && <ViewerActions shown={shown} />}
    >
      {viewer.deleted_at !== null && (
        <Alert color="gray">{text('isDeleted', { date: dateTime(viewer.deleted_at) })}</Alert>
      )}
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md" style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
          {tabs.map(name => (
            <Tabs.Tab key={name} value={name} style={{ flexShrink: 0 }}>
              {text(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <ViewerOverview shown={shown} />
        </Tabs.Panel>
        <Suspense fallback={<PageLoader />}>
          <Tabs.Panel value="orders">
            <ViewerOrders userId={userId} />
          </Tabs.Panel>
          <Tabs.Panel value="ledger">
            <ViewerLedger userId={userId} />
          </Tabs.Panel>
          <Tabs.Panel value="unlocks">
            <ViewerUnlocks userId={userId} />
          </Tabs.Panel>
          <Tabs.Panel value="submissions">
            <ViewerSubmissions userId={userId} />
          </Tabs.Panel>
          <Tabs.Panel value="adjustments">
            <ViewerAdjustments userId={userId} />
          </Tabs.Panel>
          <Tabs.Panel value="sessions">
            <ViewerSessions sessions={shown.sessions} />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
    </Page>
  )
}
