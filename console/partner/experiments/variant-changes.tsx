import { Badge, ColorSwatch, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useActionQuery } from '../../api/use-action.js'
import { useFormats } from '../../i18n/formats.js'
import { useLanguage } from '../../i18n/language.js'
import { useText } from '../../i18n/use-text.js'
import { useDrama } from '../drama-select.js'
import { toLetter, type Variant } from './experiment.js'
import { colourNames } from './experiment-values.js'

/** What viewers of each variant get instead of what the campaign has. */
export function VariantChanges({ variants }: { variants: readonly Variant[] }) {
  const text = useText('console-experiments')
  return (
    <Paper withBorder p="md" component="section" aria-label={text('changes')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {text('changes')}
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 2, xl: Math.max(2, variants.length) }}>
          {variants.map((variant, index) => (
            <Changes key={variant.no} variant={variant} letter={toLetter(index)} />
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  )
}

function Changes({ variant, letter }: { variant: Variant; letter: string }) {
  const text = useText('console-experiments')
  const { language } = useLanguage()
  const { money, number, percent } = useFormats()
  const { name, share, start_drama_id, start_episode_no, free_episodes_override, offer_id, theme } = variant
  const drama = useDrama(start_drama_id ?? undefined)
  const products = useActionQuery('/partner/product_list', { lang: language.apiCode }, { isEnabled: offer_id !== null })
  const product = products.data?.list.find(({ id }) => id === offer_id)
  const rows: { label: string; value: ReactNode }[] = []
  if (start_drama_id !== null)
    rows.push({
      label: text('firstDrama'),
      value: text('startAt', { title: drama?.title ?? start_drama_id, no: number(start_episode_no ?? 1) })
    })
  if (free_episodes_override !== null) rows.push({ label: text('freeEpisodes'), value: number(free_episodes_override) })
  if (offer_id !== null)
    rows.push({
      label: text('offer'),
      value: product === undefined ? offer_id : `${product.title} · ${money(product.amount, product.currency)}`
    })
  for (const colour of colourNames) {
    const value = theme[colour]
    if (value !== undefined) rows.push({ label: text(`theme_${colour}`), value: <Colour value={value} /> })
  }
  return (
    <Stack gap={4} role="group" aria-label={text('variantLegend', { letter })}>
      <Group gap="xs">
        <Badge variant="default">{letter}</Badge>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {text('shareOf', { share: percent(share / 100) })}
      </Text>
      {rows.length === 0 && <Text size="sm">{text('changesNothing')}</Text>}
      {rows.map(({ label, value }) => (
        <Text key={label} size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          <Text span inherit c="dimmed">
            {label}
            {': '}
          </Text>
          {value}
        </Text>
      ))}
    </Stack>
  )
}

function Colour({ value }: { value: string }) {
  return (
    <Group gap={6} display="inline-flex" component="span">
      <ColorSwatch color={value} size={14} component="span" />
      {value}
    </Group>
  )
}
