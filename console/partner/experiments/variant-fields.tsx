import { Alert, Button, Fieldset, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useActionQuery } from '../../api/use-action.js'
import { useFormats } from '../../i18n/formats.js'
import { useLanguage } from '../../i18n/language.js'
import { useText } from '../../i18n/use-text.js'
import { ColourInput } from '../../ui/colour-input.js'
import { DramaSelect } from '../drama-select.js'
import { toLetter } from './experiment.js'
import { colourNames, type ExperimentValues } from './experiment-values.js'

interface VariantFieldsProps {
  index: number
  form: UseFormReturnType<ExperimentValues>
  isReadOnly: boolean
  onRemove: (() => void) | null
}

export function VariantFields({ index, form, isReadOnly, onRemove }: VariantFieldsProps) {
  const text = useText('console-experiments')
  const letter = toLetter(index)
  const place = `variants.${index}`
  const values = form.values.variants[index]
  if (values === undefined) return null
  const wholeError = form.errors[place]
  const dramaError = form.errors[`${place}.start_drama_id`]
  return (
    <Fieldset legend={text('variantLegend', { letter })} disabled={isReadOnly}>
      <Stack>
        {typeof wholeError === 'string' && (
          <Alert color="red" role="alert">
            {wholeError}
          </Alert>
        )}
        {index === 0 && (
          <Text size="sm" c="dimmed">
            {text('firstHint')}
          </Text>
        )}
        <TextInput label={text('name')} maxLength={60} {...form.getInputProps(`${place}.name`)} />
        <TextInput label={text('share')} inputMode="numeric" {...form.getInputProps(`${place}.share`)} />
        <DramaSelect
          value={values.start_drama_id || undefined}
          isClearable
          onChange={drama => form.setFieldValue(`${place}.start_drama_id`, drama?.drama_id ?? '')}
          error={typeof dramaError === 'string' ? dramaError : undefined}
        />
        <TextInput
          label={text('episode')}
          description={text('episodeHint')}
          inputMode="numeric"
          {...form.getInputProps(`${place}.start_episode_no`)}
        />
        <TextInput
          label={text('freeEpisodes')}
          placeholder={text('asCampaign')}
          inputMode="numeric"
          {...form.getInputProps(`${place}.free_episodes_override`)}
        />
        <OfferSelect
          value={values.offer_id}
          onChange={offer => form.setFieldValue(`${place}.offer_id`, offer)}
          error={form.errors[`${place}.offer_id`]}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} role="group" aria-label={text('colours')}>
          {colourNames.map(name => (
            <ColourInput
              key={name}
              label={text(`theme_${name}`)}
              placeholder={text('asCampaign')}
              {...form.getInputProps(`${place}.theme.${name}`)}
            />
          ))}
        </SimpleGrid>
        {onRemove !== null && (
          <Group>
            <Button variant="default" size="xs" onClick={onRemove}>
              {text('removeVariant', { letter })}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}

interface OfferSelectProps {
  value: string
  onChange(offer: string): void
  error: React.ReactNode
}

function OfferSelect({ value, onChange, error }: OfferSelectProps) {
  const text = useText('console-experiments')
  const { language } = useLanguage()
  const { money } = useFormats()
  const products = useActionQuery('/partner/product_list', { lang: language.apiCode })
  const known = (products.data?.list ?? []).map(product => ({
    value: product.id,
    label: `${product.title} · ${money(product.amount, product.currency)}`
  }))
  const isListed = value === '' || known.some(product => product.value === value)
  return (
    <Select
      label={text('offer')}
      placeholder={text('asCampaign')}
      clearable
      searchable
      data={isListed ? known : [...known, { value, label: value }]}
      value={value === '' ? null : value}
      onChange={chosen => onChange(chosen ?? '')}
      error={error}
    />
  )
}
