import { Select, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { setViewedPartner } from '../api/send-action.js'
import { useActionQuery } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { Page } from '../ui/page.js'

/** The latest choice, for links that do not name a partner. */
let lastChosenId: string | null = null

/** What operators see: a choice of the partner above the page. */
export function ChosenPartner({ children }: { children: ReactNode }) {
  const text = useText('console-partner')
  const partners = useActionQuery('/operator/partner_list', {})
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const active = partners.data?.list.filter(({ revoked_at }) => revoked_at === null) ?? []
  const wanted = typeof search.partner === 'string' ? search.partner : lastChosenId
  const chosen = active.find(({ id }) => id === wanted) ?? (active.length === 1 ? active[0] : undefined)
  if (chosen !== undefined) lastChosenId = chosen.id
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
        value={chosen?.id ?? null}
        onChange={choose}
        allowDeselect={false}
        maw={320}
      />
      <ErrorAlert error={partners.error} onRetry={() => void partners.refetch()} />
      {chosen === undefined ? (
        partners.isSuccess && (
          <Page title={text('partner')} lead={text(active.length === 0 ? 'noPartners' : 'choosePartnerLead')}>
            {null}
          </Page>
        )
      ) : (
        <ViewedPartner key={chosen.id} id={chosen.id}>
          {children}
        </ViewedPartner>
      )}
    </Stack>
  )
}

/** Requests below it name the partner. What was read of another one is forgotten before. */
function ViewedPartner({ id, children }: { id: string; children: ReactNode }) {
  const client = useQueryClient()
  useState(() => {
    client.removeQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/partner/') })
    setViewedPartner(id)
    return id
  })
  return children
}
