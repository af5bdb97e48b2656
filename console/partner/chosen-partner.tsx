import { Button, Select, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { Page } from '../ui/page.js'
import { viewPartner } from './viewed-partner.js'

/** The latest choice, for links that do not name a partner. */
let lastChosenId: string | null = null

/** What operators see: a choice of the partner above the page. */
export function ChosenPartner({ children }: { children: ReactNode }) {
  const text = useText('console-partner')
  const general = useText('console')
  const partners = useActionQuery('/operator/partner_list', {})
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const active = partners.data?.list.filter(({ revoked_at }) => revoked_at === null) ?? []
  const wanted = typeof search.partner === 'string' ? search.partner : lastChosenId
  const listed = active.find(({ id }) => id === wanted) ?? (active.length === 1 ? active[0] : undefined)
  if (listed !== undefined) lastChosenId = listed.id
  // An address that names a partner does not wait for the list.
  const chosenId = partners.isPending && typeof search.partner === 'string' ? search.partner : listed?.id
  const choose = (id: string | null) =>
    void navigate({ to: '.', search: () => (id === null ? {} : { partner: id }), resetScroll: false } as never)
  return (
    <Stack gap="lg">
      <Select
        label={text('partner')}
        placeholder={text('choosePartner')}
        searchable
        nothingFoundMessage={text('noPartner')}
        data={active.map(({ id, name }) => ({ value: id, label: name }))}
        value={listed?.id ?? null}
        onChange={choose}
        allowDeselect={false}
        maw={320}
      />
      <ErrorAlert error={partners.error} onRetry={() => void partners.refetch()} />
      {chosenId === undefined ? (
        partners.isSuccess && (
          <Page title={text('partner')} lead={text(active.length === 0 ? 'noPartners' : 'choosePartnerLead')}>
            {active.length === 0 && (
              <Button component={Link} to="/partners" w="fit-content">
                {general('partners')}
              </Button>
            )}
          </Page>
        )
      ) : (
        <ViewedPartner key={chosenId} id={chosenId}>
          {children}
        </ViewedPartner>
      )}
    </Stack>
  )
}

/** Requests below it name the partner. */
function ViewedPartner({ id, children }: { id: string; children: ReactNode }) {
  const client = useQueryClient()
  useState(() => {
    viewPartner(client, id)
    return id
  })
  return children
}
