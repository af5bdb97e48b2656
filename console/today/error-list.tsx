import { Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import type { Today } from './today-data.js'

/** Errors that browsers reported, by kind, beside the days before. */
export function ErrorList({ today }: { today: Today }) {
  const text = useText('console-today')
  const { number, date } = useFormats()
  const { current, yesterday, last_week: lastWeek } = today
  const days = [current, yesterday, lastWeek].map(({ totals }) => totals.errors)
  const countOf = (errors: (typeof days)[number] | undefined, kind: string) =>
    errors?.find(error => error.kind === kind)?.count ?? 0
  const kinds = [...new Set(days.flatMap(errors => errors.map(({ kind }) => kind)))].sort(
    (one, other) => countOf(days[0], other) - countOf(days[0], one)
  )
  return (
    <Paper withBorder p="md" component="section" aria-label={text('errors')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {text('errors')}
        </Title>
        {kinds.length === 0 ? (
          <Text size="sm" c="dimmed">
            {text('noErrors')}
          </Text>
        ) : (
          <Table.ScrollContainer minWidth={0} type="native">
            <Table style={{ fontVariantNumeric: 'tabular-nums' }}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{text('kind')}</Table.Th>
                  <Table.Th ta="end">{today.is_over ? date(`${today.day}T12:00:00`) : text('today')}</Table.Th>
                  <Table.Th ta="end">{text(today.is_over ? 'dayBefore' : 'yesterday')}</Table.Th>
                  <Table.Th ta="end">{text('weekBefore')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {kinds.map(kind => (
                  <Table.Tr key={kind}>
                    <Table.Td>{toErrorText(kind, text)}</Table.Td>
                    {days.map((errors, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: three days in a fixed order
                      <Table.Td key={index} ta="end">
                        {number(countOf(errors, kind))}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
    </Paper>
  )
}

const errorKeys = {
  view: 'error_view',
  language: 'error_language',
  login: 'error_login',
  network: 'error_network',
  timeout: 'error_timeout',
  decrypt: 'error_decrypt',
  server: 'error_server',
  session: 'error_session',
  file: 'error_file',
  'playback:network': 'error_playback_network',
  'playback:decode': 'error_playback_decode',
  'playback:expired': 'error_playback_expired',
  'playback:unsupported': 'error_playback_unsupported',
  other: 'error_other'
} as const

function toErrorText(kind: string, text: ReturnType<typeof useText<'console-today'>>): string {
  const key = Object.entries(errorKeys).find(([known]) => known === kind)?.[1]
  return key === undefined ? kind : text(key)
}
