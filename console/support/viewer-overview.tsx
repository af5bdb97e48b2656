import { Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormats } from '../i18n/formats.js'
import { languages } from '../i18n/languages.js'
import { useText } from '../i18n/use-text.js'
import { TimeText } from '../ui/time-text.js'
import { NamedValue } from './named-value.js'
import type { ShownViewer } from './shown-viewer.js'
import { ViewerLink } from './support-links.js'

export function ViewerOverview({ shown }: { shown: ShownViewer }) {
  const text = useText('console-support')
  const { number, date } = useFormats()
  const { wallet, vip } = shown
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
        <Amount name={text('coins')}>{number(wallet.coins)}</Amount>
        <Amount name={text('bonus')}>{number(wallet.bonus)}</Amount>
        <Amount name={text('debt')}>{number(wallet.debt)}</Amount>
        <Amount name={text('vip')}>
          {vip.active && vip.until !== null ? text('vipUntil', { date: date(vip.until) }) : text('vipNone')}
        </Amount>
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <AccountFacts shown={shown} />
        <SettingFacts shown={shown} />
        <BonusLots shown={shown} />
        {shown.merged.length > 0 && <MergedVisitors shown={shown} />}
      </SimpleGrid>
    </Stack>
  )
}

const Amount = ({ name, children }: { name: string; children: ReactNode }) => (
  <Paper withBorder p="md">
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <Text size="lg" fw={650}>
      {children}
    </Text>
  </Paper>
)

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper withBorder p="md" component="section">
    <Title order={2} size="h5" mb="sm">
      {title}
    </Title>
    {children}
  </Paper>
)

function AccountFacts({ shown: { viewer, partners } }: { shown: ShownViewer }) {
  const text = useText('console-support')
  const visit = viewer.first_visit
  const language = languages.find(({ apiCode }) => apiCode === viewer.locale)
  const place = [visit?.lpid ?? viewer.first_lpid, visit?.utm_source, visit?.country, visit?.referrer_host]
  const shownPlace = place.filter(part => part !== undefined && part !== null && part !== '').join(' · ')
  return (
    <Section title={text('account')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NamedValue name={text('nickname')}>{viewer.nickname || '—'}</NamedValue>
        <NamedValue name={text('email')}>{viewer.email ?? '—'}</NamedValue>
        <NamedValue name={text('recovery')}>{text(viewer.has_recovery_code ? 'yes' : 'no')}</NamedValue>
        <NamedValue name={text('language')}>{language?.name ?? viewer.locale}</NamedValue>
        <NamedValue name={text('created')}>
          <TimeText instant={viewer.created_at} />
        </NamedValue>
        <NamedValue name={text('lastSeen')}>
          <TimeText instant={viewer.last_seen_at} />
        </NamedValue>
        <NamedValue name={text('firstVisit')}>{shownPlace || '—'}</NamedValue>
        <NamedValue name={text('lastCampaign')}>{viewer.last_lpid ?? '—'}</NamedValue>
        {partners.length > 0 && (
          <NamedValue name={text('partners')}>{partners.map(({ name }) => name).join(', ')}</NamedValue>
        )}
      </SimpleGrid>
    </Section>
  )
}

function SettingFacts({ shown: { viewer, limits } }: { shown: ShownViewer }) {
  const text = useText('console-support')
  return (
    <Section title={text('settings')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NamedValue name={text('dailyLimit')}>
          <Limit limit={limits.daily} />
        </NamedValue>
        <NamedValue name={text('weeklyLimit')}>
          <Limit limit={limits.weekly} />
        </NamedValue>
        <NamedValue name={text('autoUnlock')}>{text(viewer.auto_unlock ? 'on' : 'off')}</NamedValue>
      </SimpleGrid>
    </Section>
  )
}

function Limit({ limit: { coins, next } }: { limit: ShownViewer['limits']['daily'] }) {
  const text = useText('console-support')
  const { date } = useFormats()
  const format = (value: number | null) => (value === null ? text('noLimit') : text('coinsSigned', { coins: value }))
  if (next === null) return format(coins)
  return text('limitNext', { limit: format(coins), date: date(next.at), next: format(next.coins) })
}

function BonusLots({ shown: { wallet } }: { shown: ShownViewer }) {
  const text = useText('console-support')
  const { date } = useFormats()
  return (
    <Section title={text('lots')}>
      {wallet.lots.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text('noLots')}
        </Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text('source')}</Table.Th>
              <Table.Th>{text('bonus')}</Table.Th>
              <Table.Th>{text('expires')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {wallet.lots.map(({ id, source, remaining, granted, expires_at }) => (
              <Table.Tr key={id}>
                <Table.Td>{text(`ledger_${source}`)}</Table.Td>
                <Table.Td>{text('lotRemaining', { remaining, granted })}</Table.Td>
                <Table.Td>{date(expires_at)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  )
}

function MergedVisitors({ shown: { merged } }: { shown: ShownViewer }) {
  const text = useText('console-support')
  return (
    <Section title={text('mergedVisitors')}>
      <Stack gap={4}>
        {merged.map(({ from_user_id, created_at }) => (
          <Text key={from_user_id} size="sm" component="div">
            <ViewerLink userId={from_user_id} /> · <TimeText instant={created_at} />
          </Text>
        ))}
      </Stack>
    </Section>
  )
}
