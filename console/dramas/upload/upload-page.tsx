import { Button, Text } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useActionQuery } from '../../api/use-action.js'
import { usePolling } from '../../api/use-polling.js'
import { useLanguage } from '../../i18n/language.js'
import { useText } from '../../i18n/use-text.js'
import { Page } from '../../ui/page.js'
import { EpisodeUploads } from './episode-uploads.js'

export function UploadPage() {
  const text = useText('console-uploads')
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const id = String(search.id ?? '')
  const { language } = useLanguage()
  const shown = useActionQuery('/operator/drama_show', { id }, { isEnabled: id !== '' })
  // The server loads a new package within seconds, so that the drama is opened with its episodes.
  usePolling(shown.refetch, shown.data?.drama.has_films === false)
  const name = shown.data?.drama.title[language.apiCode] || id
  return (
    <Page
      title={id === '' ? text('uploadTitle') : `${text('uploadTitle')} · ${name}`}
      lead={text('uploadLead')}
      actions={
        id !== '' && (
          <Button component={Link} to="/dramas/edit" search={{ id, tab: 'publishing' } as never} variant="default">
            {text('openDrama')}
          </Button>
        )
      }
    >
      {id === '' ? <Text>{text('noDrama')}</Text> : <EpisodeUploads key={id} dramaId={id} />}
    </Page>
  )
}
