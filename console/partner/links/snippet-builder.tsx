import { Code, Group, Paper, Select, SimpleGrid, Stack, Switch, Tabs, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { WorkbenchSettings } from '../../../demo/host/settings/settings.js'
import {
  htmlSnippet,
  policyLines,
  reactSnippet,
  type SnippetSource,
  scriptOf,
  vueSnippet,
  wordpressSnippet
} from '../../../demo/host/snippet/snippet-text.js'
import { tagManagerSnippet } from '../../../demo/host/snippet/tag-manager-text.js'
import { useRelease } from '../../../demo/host/snippet/use-release.js'
import { emptyTheme } from '../../../demo/host/theme/theme.js'
import { languages } from '../../i18n/languages.js'
import { useText } from '../../i18n/use-text.js'
import { CopyAction } from '../../ui/copy-action.js'

interface SnippetBuilderProps {
  origin: string
  lpid: string
  dramaId: string | undefined
  episodeNo: number
}

const kinds = ['html', 'react', 'vue', 'wordpress', 'tag_manager'] as const
type Kind = (typeof kinds)[number]
const kindNames: Record<Exclude<Kind, 'tag_manager'>, string> = {
  html: 'HTML',
  react: 'React',
  vue: 'Vue',
  wordpress: 'WordPress'
}
const renderers: Record<Kind, (source: SnippetSource) => string> = {
  html: htmlSnippet,
  react: reactSnippet,
  vue: vueSnippet,
  wordpress: wordpressSnippet,
  tag_manager: tagManagerSnippet
}
const themes = ['dark', 'light', 'auto'] as const

/** Code for the partner's page, and beside it the element as the code makes it. */
export function SnippetBuilder({ origin, lpid, dramaId, episodeNo }: SnippetBuilderProps) {
  const text = useText('console-partner')
  const links = useText('console-links')
  const [kind, setKind] = useState<Kind>('html')
  const [lang, setLang] = useState('pt')
  const [theme, setTheme] = useState('dark')
  const [hasConsent, setConsent] = useState(false)
  const [isPinned, setPinned] = useState(false)
  const release = useRelease(origin)
  const settings: WorkbenchSettings = {
    values: {
      lpid,
      start: dramaId === undefined ? '' : `drama:${dramaId},ep:${episodeNo}`,
      lang,
      theme,
      consent: hasConsent ? 'required' : ''
    },
    theme: emptyTheme
  }
  const script =
    release.state === 'ready' ? scriptOf(origin, release.value, isPinned) : { src: `${origin}/drama-app.js` }
  const source = { settings, origin, script }
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="md">
        {links('snippet')}
      </Title>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Stack>
          <Group align="flex-end">
            <Select
              label={text('language')}
              data={languages.map(({ tag, name }) => ({ value: tag, label: name }))}
              value={lang}
              allowDeselect={false}
              onChange={value => setLang(value ?? 'pt')}
              w={160}
            />
            <Select
              label={text('theme')}
              data={themes.map(name => ({ value: name, label: text(`theme_${name}`) }))}
              value={theme}
              allowDeselect={false}
              onChange={value => setTheme(value ?? 'dark')}
              w={160}
            />
          </Group>
          <Switch
            label={links('consentRequired')}
            checked={hasConsent}
            onChange={event => setConsent(event.currentTarget.checked)}
          />
          <Switch
            label={links('pinned')}
            disabled={release.state !== 'ready'}
            checked={isPinned}
            onChange={event => setPinned(event.currentTarget.checked)}
          />
          <Tabs value={kind} onChange={value => setKind(kinds.find(name => name === value) ?? 'html')}>
            <Tabs.List>
              {kinds.map(name => (
                <Tabs.Tab key={name} value={name}>
                  {name === 'tag_manager' ? links('tagManager') : kindNames[name]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={kind} pt="sm">
              <Stack gap="xs">
                <CodeBlock label={links('snippet')} value={renderers[kind](source)} />
                <Text size="sm" c="dimmed">
                  {links(`note_${kind}`)}
                </Text>
                <Text size="sm" fw={600}>
                  Content-Security-Policy
                </Text>
                <CodeBlock label="Content-Security-Policy" value={policyLines(source)} />
                <Text size="sm" c="dimmed">
                  {links('policyNote')}
                </Text>
              </Stack>
            </Tabs.Panel>
          </Tabs>
        </Stack>
        <Preview settings={settings} />
      </SimpleGrid>
    </Paper>
  )
}

const CodeBlock = ({ label, value }: { label: string; value: string }) => (
  <Group align="flex-start" wrap="nowrap" gap="xs">
    <Code
      block
      tabIndex={0}
      role="region"
      aria-label={label}
      style={{ flex: 1, maxHeight: 320, overflow: 'auto', minWidth: 0 }}
    >
      {value}
    </Code>
    <CopyAction value={value} />
  </Group>
)

const TYPING_DELAY_MS = 500

/** The real element, of this server, in a document of its own. Its visits count as tests. */
function Preview({ settings }: { settings: WorkbenchSettings }) {
  const text = useText('console-partner')
  const links = useText('console-links')
  const tested = { ...settings, values: { ...settings.values, test: 'on', consent: '' } }
  const code = htmlSnippet({
    settings: tested,
    origin: location.origin,
    script: { src: `${location.origin}/drama-app.js` }
  })
  const [shown] = useDebouncedValue(code, TYPING_DELAY_MS)
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {text('preview')}
      </Text>
      <iframe
        key={shown}
        title={text('preview')}
        srcDoc={`<!doctype html><meta name="viewport" content="width=device-width"><body style="margin:0">${shown}</body>`}
        sandbox="allow-scripts allow-popups allow-forms"
        allow="autoplay; fullscreen"
        style={{ width: '100%', maxWidth: 390, height: 700, border: 0, borderRadius: 12 }}
      />
      <Text size="xs" c="dimmed">
        {links('previewNote')}
      </Text>
    </Stack>
  )
}
