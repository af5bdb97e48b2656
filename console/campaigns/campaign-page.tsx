import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useActionMutation, useActionQuery } from '../api/use-action.js'
import { useMember } from '../api/use-session.js'
import { useText } from '../i18n/use-text.js'
import { Dialog } from '../ui/dialog.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { Page } from '../ui/page.js'
import { WhenIdle } from '../ui/when-idle.js'
import { CampaignForm } from './campaign-form.js'
import type { EditedCampaign } from './campaign-values.js'

const CampaignPostbacks = lazyWithRetry(() =>
  import('./campaign-postbacks.js').then(module => module.CampaignPostbacks)
)

export function CreateCampaignPage() {
  const text = useText('console-campaigns')
  const navigate = useNavigate()
  return (
    <Page title={text('newCampaign')} lead={text('newCampaignLead')}>
      <CampaignForm
        campaign={null}
        onSaved={({ lpid }) => void navigate({ to: '/campaigns/edit', search: { lpid } } as never)}
      />
    </Page>
  )
}

export function EditCampaignPage() {
  const text = useText('console-campaigns')
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const lpid = String(search.lpid ?? '')
  // Beside the campaign itself, which is drawn first.
  useEffect(() => void CampaignPostbacks.preload(), [])
  const shown = useActionQuery('/operator/campaign_show', { lpid }, { isEnabled: lpid !== '' })
  const { role } = useMember()
  const campaign = shown.data?.campaign
  const mayChange = role === 'owner' || role === 'editor'
  return (
    <Page
      title={campaign?.name ?? lpid}
      lead={lpid}
      actions={campaign?.status === 'active' && mayChange && <CloseCampaign campaign={campaign} />}
    >
      {shown.error !== null && campaign === undefined && (
        <ErrorAlert error={shown.error} onRetry={() => void shown.refetch()} />
      )}
      {campaign === undefined && shown.isPending && <Skeleton h={400} />}
      {campaign !== undefined && (
        <Stack gap="lg">
          <CampaignPartner partnerId={campaign.partner_id} />
          {!mayChange && <Alert color="gray">{text('readOnly')}</Alert>}
          {/* Only another campaign replaces the form: what is typed survives that the campaign is read again. */}
          <CampaignForm key={campaign.lpid} campaign={campaign} isReadOnly={!mayChange} />
          <WhenIdle fallback={<Skeleton h={300} />}>
            <Suspense fallback={<Skeleton h={300} />}>
              <CampaignPostbacks lpid={campaign.lpid} isReadOnly={!mayChange} />
            </Suspense>
          </WhenIdle>
        </Stack>
      )}
      {lpid === '' && <Text>{text('noMatches')}</Text>}
    </Page>
  )
}

/** Which partner has the campaign, or where it is given to one. */
function CampaignPartner({ partnerId }: { partnerId: string | null }) {
  const text = useText('console-campaigns')
  const { role } = useMember()
  const partners = useActionQuery('/operator/partner_list', {}, { isEnabled: role !== 'support' && partnerId !== null })
  const name = partners.data?.list.find(({ id }) => id === partnerId)?.name ?? partnerId
  const [to, label] =
    partnerId === null
      ? (['/partners', text('givenAtPartner')] as const)
      : (['/partners/show', name ?? partnerId] as const)
  return (
    <Group gap="xs">
      <Text size="sm">{partnerId === null ? text('noPartner') : `${text('partner')}:`}</Text>
      {role === 'support' ? (
        partnerId !== null && <Text size="sm">{label}</Text>
      ) : (
        <Anchor component={Link} size="sm" to={to} {...(partnerId !== null && { search: { id: partnerId } as never })}>
          {label}
        </Anchor>
      )}
    </Group>
  )
}

function CloseCampaign({ campaign: { lpid, name } }: { campaign: EditedCampaign }) {
  const text = useText('console-campaigns')
  const general = useText('console')
  const [isOpen, setOpen] = useState(false)
  const close = useActionMutation('/operator/campaign_close', {
    changes: ['/operator/campaign_show', '/operator/campaign_list'],
    onSuccess: () => {
      notifications.show({ message: text('closed', { name }) })
      setOpen(false)
    }
  })
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {text('close')}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={text('close')}>
        <Stack>
          <Text size="sm">{text('closeLead', { name })}</Text>
          <ErrorAlert error={close.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              {general('cancel')}
            </Button>
            <Button color="red.9" loading={close.isPending} onClick={() => close.mutate({ lpid })}>
              {text('close')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
