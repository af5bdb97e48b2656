import { Alert, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { usePolling } from '../api/use-polling.js'
import { useMember } from '../api/use-session.js'
import { useLanguage } from '../i18n/language.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { Page } from '../ui/page.js'
import { PageLoader } from '../ui/page-loader.js'
import { DramaForm } from './drama-form.js'
import { mayEditDramas } from './drama-roles.js'
import { DramaState } from './drama-state.js'
import { Audience } from './lazy-audience.js'

const Publishing = lazyWithRetry(() => import('./publishing.js').then(module => module.Publishing))
const DramaPreview = lazyWithRetry(() => import('./drama-preview.js').then(module => module.DramaPreview))

export const formTabs = ['texts', 'pictures', 'settings', 'episodes'] as const
const tabs = [...formTabs, 'publishing', 'preview', 'audience'] as const
export type DramaTab = (typeof tabs)[number]

export function EditDramaPage() {
  const text = useText('console-dramas')
  const { language } = useLanguage()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const id = String(search.id ?? '')
  const tab = tabs.find(name => name === search.tab) ?? 'texts'
  const { role } = useMember()
  const shown = useActionQuery('/operator/drama_show', { id }, { isEnabled: id !== '' })
  const drama = shown.data?.drama
  // The server loads a new package within seconds.
  usePolling(shown.refetch, drama !== undefined && !drama.has_films)
  const openTab = (name: DramaTab) =>
    void navigate({ to: '.', search: { id, tab: name }, resetScroll: false, replace: true } as never)
  const isUnknown = id === '' || shown.error?.code === 4204
  if (isUnknown) {
    return (
      <Page title={id || text('noMatches')}>
        <Text>{text('unknownDrama')}</Text>
      </Page>
    )
  }
  return (
    <Page
      title={drama?.title[language.apiCode] ?? id}
      lead={id}
      actions={
        drama !== undefined && (
          <DramaState
            state={drama.state}
            isScheduled={drama.publish_at !== null}
            needsTexts={drama.copied.length > 0}
          />
        )
      }
    >
      {shown.error !== null && drama === undefined && (
        <ErrorAlert error={shown.error} onRetry={() => void shown.refetch()} />
      )}
      {drama === undefined && shown.isPending && <Skeleton h={400} />}
      {drama !== undefined && !mayEditDramas(role) && <Alert color="gray">{text('readOnly')}</Alert>}
      {drama !== undefined && (
        <Tabs value={tab} keepMounted={false} onChange={value => openTab(tabs.find(name => name === value) ?? 'texts')}>
          <Tabs.List mb="md">
            {tabs.map(name => (
              <Tabs.Tab key={name} value={name}>
                {text(`tab_${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Stack>
            {/* Only another drama replaces the form: what is typed survives that the drama is read again. */}
            <DramaForm
              key={drama.id}
              drama={drama}
              tab={formTabs.find(name => name === tab) ?? null}
              isReadOnly={!mayEditDramas(role)}
              onTab={openTab}
            />
            <Suspense fallback={<PageLoader />}>
              {tab === 'publishing' && <Publishing drama={drama} isReadOnly={!mayEditDramas(role)} />}
              {tab === 'preview' && <DramaPreview drama={drama} />}
              {tab === 'audience' && <Audience dramaId={drama.id} />}
            </Suspense>
          </Stack>
        </Tabs>
      )}
    </Page>
  )
}
