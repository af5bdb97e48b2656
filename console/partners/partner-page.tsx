import { Alert, Button, Group, Skeleton, Tabs, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { useMember } from '../api/use-session.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { CopyAction } from '../ui/copy-action.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { Page } from '../ui/page.js'
import { PageLoader } from '../ui/page-loader.js'
import { EndAccess } from './end-access.js'
import { PartnerCampaigns } from './partner-campaigns.js'
import type { ShownPartner } from './shown-partner.js'

// Of tabs that are not open at first.
const PartnerCoins = lazy(() => import('./partner-coins.js').then(({ PartnerCoins }) => ({ default: PartnerCoins })))
const PartnerKeys = lazy(() => import('./partner-keys.js').then(({ PartnerKeys }) => ({ default: PartnerKeys })))
const PartnerMembers = lazy(() =>
  import('./partner-members.js').then(({ PartnerMembers }) => ({ default: PartnerMembers }))
)

export function PartnerPage() {
  const text = useText('console-partners')
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const id = String(search.id ?? '')
  const shown = useActionQuery('/operator/partner_show', { id })
  const partner = shown.data?.partner
  if (partner !== undefined) return <LoadedPartner key={id} partner={partner} />
  return (
    <Page title={id}>
      {shown.isPending && <Skeleton h={400} />}
      {shown.error !== null &&
        (shown.error.fields.includes('id') ? (
          <Text>{text('unknownPartner')}</Text>
        ) : (
          <ErrorAlert error={shown.error} onRetry={() => void shown.refetch()} />
        ))}
    </Page>
  )
}

const tabNames = ['campaigns', 'coins', 'keys', 'members'] as const
type TabName = (typeof tabNames)[number]

function LoadedPartner({ partner }: { partner: ShownPartner }) {
  const text = useText('console-partners')
  const { dateTime } = useFormats()
  const { role } = useMember()
  const isOwner = role === 'owner'
  const mayChange = isOwner && partner.revoked_at === null
  const [tab, setTab] = useTab()
  return (
    <Page
      title={partner.name}
      lead={
        <Group gap={6} component="span">
          <Text component="span" ff="monospace" size="sm">
            {partner.id}
          </Text>
          <CopyAction value={partner.id} />
        </Group>
      }
      actions={
        partner.revoked_at === null && (
          <>
            <Button variant="default" component={Link} to="/partner/report" search={{ partner: partner.id } as never}>
              {text('partnerPages')}
            </Button>
            {mayChange && <EndAccess partner={partner} />}
          </>
        )
      }
    >
      {partner.revoked_at !== null && (
        <Alert color="gray" title={text('ended')}>
          {text('endedLead', { time: dateTime(partner.revoked_at) })}
        </Alert>
      )}
      {partner.members === 0 && mayChange && tab !== 'members' && (
        <Alert color="blue">
          <Group justify="space-between">
            <Text size="sm" flex="1 1 240px">
              {text('inviteFirst')}
            </Text>
            <Button size="xs" onClick={() => setTab('members')}>
              {text('members')}
            </Button>
          </Group>
        </Alert>
      )}
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md" style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
          {tabNames
            .filter(name => isOwner || name !== 'members')
            .map(name => (
              <Tabs.Tab key={name} value={name} style={{ flexShrink: 0 }}>
                {text(name)}
              </Tabs.Tab>
            ))}
        </Tabs.List>
        <Suspense fallback={<PageLoader />}>
          <Tabs.Panel value="campaigns">
            <PartnerCampaigns partner={partner} mayChange={mayChange} />
          </Tabs.Panel>
          <Tabs.Panel value="coins">
            <PartnerCoins partner={partner} mayChange={mayChange} />
          </Tabs.Panel>
          <Tabs.Panel value="keys">
            <PartnerKeys partner={partner} mayChange={mayChange} />
          </Tabs.Panel>
          {isOwner && (
            <Tabs.Panel value="members">
              <PartnerMembers partner={partner} mayChange={mayChange} />
            </Tabs.Panel>
          )}
        </Suspense>
      </Tabs>
    </Page>
  )
}

/** The address has the tab, so that it can be sent to a colleague. */
function useTab(): [TabName, (name: string | null) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const tab = tabNames.find(name => name === search.tab) ?? 'campaigns'
  const setTab = (name: string | null) =>
    void navigate({ to: '.', search: { id: search.id, tab: name }, replace: true, resetScroll: false } as never)
  return [tab, setTab]
}
