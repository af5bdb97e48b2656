import { Group, Paper, SimpleGrid, Skeleton, Stack, TextInput, Title } from '@mantine/core'
import { Suspense, useState } from 'react'
import { isWebAddress } from '../../../demo/host/lib/web-address.js'
import { useActionQuery } from '../../api/use-action.js'
import { useFormats } from '../../i18n/formats.js'
import { useLanguage } from '../../i18n/language.js'
import { readWhole } from '../../i18n/typed-numbers.js'
import { useText } from '../../i18n/use-text.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { lazyWithRetry } from '../../ui/lazy-with-retry.js'
import { Page } from '../../ui/page.js'
import { CAMPAIGN_LIST_REQUEST } from '../campaign-list-request.js'
import { CampaignSelect } from '../campaign-select.js'
import { DramaSelect, type ListedDrama } from '../drama-select.js'
import { PartnerFrame } from '../partner-frame.js'
import { ReadOnlyLink } from './read-only-link.js'

const PromoLinkForm = lazyWithRetry(() => import('./promo-link-form.js').then(module => module.PromoLinkForm))
const SnippetBuilder = lazyWithRetry(() => import('./snippet-builder.js').then(module => module.SnippetBuilder))

export const LinksPage = () => (
  <PartnerFrame>
    <Links />
  </PartnerFrame>
)

function Links() {
  const text = useText('console-partner')
  const links = useText('console-links')
  const general = useText('console')
  const { language } = useLanguage()
  const { number } = useFormats()
  const campaigns = useActionQuery('/partner/campaign_list', CAMPAIGN_LIST_REQUEST)
  const [lpid, setLpid] = useState<string>()
  const [drama, setDrama] = useState<ListedDrama | null>(null)
  const [typedNo, setTypedNo] = useState('1')
  /** The last one that the drama has: the code below keeps it while another one is typed. */
  const [episodeNo, setEpisodeNo] = useState(1)
  const [page, setPage] = useState('')
  const chosen = lpid ?? campaigns.data?.list.find(({ status }) => status === 'active')?.lpid
  const lastNo = drama?.episode_count ?? 1
  const toNo = (typed: string) => readWhole(typed, 1, lastNo, language.formatTag)
  const isNoWrong = toNo(typedNo) === null
  const isPageWrong = page !== '' && !isWebAddress(page)
  const origin = campaigns.data === undefined ? location.origin : new URL(campaigns.data.script_url).origin
  return (
    <Page title={general('partnerLinks')} lead={links('linksLead')}>
      <ErrorAlert error={campaigns.error} onRetry={() => void campaigns.refetch()} />
      <Group align="flex-start">
        <CampaignSelect hasAll={false} value={chosen} onChange={setLpid} />
        <DramaSelect
          value={drama?.drama_id}
          onChange={picked => {
            setDrama(picked)
            setTypedNo('1')
            setEpisodeNo(1)
          }}
          isClearable
        />
        <TextInput
          label={text('episode')}
          inputMode="numeric"
          autoComplete="off"
          value={typedNo}
          onChange={event => {
            setTypedNo(event.currentTarget.value)
            setEpisodeNo(toNo(event.currentTarget.value) ?? episodeNo)
          }}
          error={isNoWrong && links('errorEpisode', { max: number(lastNo) })}
          disabled={drama === null}
          w={160}
        />
        <TextInput
          label={text('landingPage')}
          placeholder="https://"
          inputMode="url"
          value={page}
          onChange={event => setPage(event.currentTarget.value.trim())}
          error={isPageWrong && text('errorAddress')}
          miw={260}
        />
      </Group>
      {chosen !== undefined && (
        <>
          {!isNoWrong && (
            <SimpleGrid cols={{ base: 1, lg: 2 }}>
              <Paper withBorder p="md">
                <Stack>
                  <Title order={2} size="h4">
                    {links('playLink')}
                  </Title>
                  <ReadOnlyLink
                    label={links('link')}
                    hint={links('playLinkHint')}
                    value={toPlayLink(page === '' || isPageWrong ? `${origin}/` : page, chosen, drama, episodeNo)}
                  />
                </Stack>
              </Paper>
              <Paper withBorder p="md">
                <Suspense fallback={<Skeleton h={180} />}>
                  <PromoLinkForm
                    key={`${chosen} ${drama?.drama_id} ${episodeNo} ${page}`}
                    lpid={chosen}
                    dramaId={drama?.drama_id}
                    episodeNo={episodeNo}
                    page={isPageWrong ? '' : page}
                  />
                </Suspense>
              </Paper>
            </SimpleGrid>
          )}
          <Suspense fallback={<Skeleton h={600} />}>
            <SnippetBuilder origin={origin} lpid={chosen} dramaId={drama?.drama_id} episodeNo={episodeNo} />
          </Suspense>
        </>
      )}
    </Page>
  )
}

function toPlayLink(page: string, lpid: string, drama: ListedDrama | null, episodeNo: number): string {
  const url = new URL(page)
  url.searchParams.set('lpid', lpid)
  if (drama !== null) {
    url.searchParams.set('drama', drama.drama_id)
    url.searchParams.set('ep', `${episodeNo}`)
  }
  return url.href
}
