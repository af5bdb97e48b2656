// Entry of the chunk with the preview, loaded when its tab is opened.
import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { useLanguage } from '../i18n/language.js'
import { languages } from '../i18n/languages.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import type { EditedDrama } from './drama-values.js'

/** A token is valid for an hour. */
const TOKEN_RENEWAL_MS = 50 * 60_000

/** The real element, which shows this drama whatever its state and counts nothing. */
export function DramaPreview({ drama }: { drama: EditedDrama }) {
  const text = useText('console-dramas')
  const { language } = useLanguage()
  const [lang, setLang] = useState<string>(language.tag)
  const [round, setRound] = useState(0)
  const preview = useActionQuery(
    '/operator/drama_preview',
    { id: drama.id },
    { isEnabled: drama.has_films, refetchIntervalMs: TOKEN_RENEWAL_MS }
  )
  if (!drama.has_films) return <Alert color="blue">{text('noFilmsYet')}</Alert>
  const { data } = preview
  const first = drama.episodes[0]?.no ?? 1
  return (
    <Stack gap="sm">
      <Group align="flex-end">
        <Select
          label={text('languages')}
          data={languages.map(({ tag, name }) => ({ value: tag as string, label: name }))}
          value={lang}
          allowDeselect={false}
          w={160}
          onChange={value => setLang(value ?? 'pt')}
        />
        <Button variant="default" onClick={() => setRound(round + 1)}>
          {text('reload')}
        </Button>
      </Group>
      <ErrorAlert error={preview.error} onRetry={() => void preview.refetch()} />
      {data !== undefined && (
        <iframe
          key={`${lang} ${round} ${data.api_base} ${drama.version}`}
          title={text('tab_preview')}
          srcDoc={createDocument(toOwnBase(data.api_base), drama.id, first, lang)}
          sandbox="allow-scripts"
          allow="autoplay; fullscreen"
          style={{ width: '100%', maxWidth: 390, height: 700, border: 0, borderRadius: 12 }}
        />
      )}
      <Text size="xs" c="dimmed">
        {text('previewNote')}
      </Text>
    </Stack>
  )
}

const toOwnBase = (apiBase: string) => `${location.origin}${new URL(apiBase).pathname}`

/** The values are an address of this server, an id and a language: nothing in them ends an attribute. */
const createDocument = (apiBase: string, dramaId: string, no: number, lang: string) =>
  `<!doctype html><meta name="viewport" content="width=device-width"><body style="margin:0">
<script type="module" src="${location.origin}/drama-app.js"></script>
<drama-app api-base="${apiBase}" start="drama:${dramaId},ep:${no}" lang="${lang}" test style="display:block;height:100vh"></drama-app></body>`
