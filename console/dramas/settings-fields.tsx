import {
  Autocomplete,
  ColorInput,
  Fieldset,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  TextInput
} from '@mantine/core'
import { useActionQuery } from '../api/use-action.js'
import { useLanguage } from '../i18n/language.js'
import { useText } from '../i18n/use-text.js'
import { type DramaFormState, type DramaLabel, textLangs } from './drama-values.js'
import { textLangNames } from './text-lang-names.js'
import { toSlug } from './to-slug.js'

interface SettingsFieldsProps {
  form: DramaFormState
  isReadOnly: boolean
}

const ageRatings = ['L', '10', '12', '14', '16', '18']
const MAX_TAGS = 20
const MAX_LABEL_LENGTH = 32

export function SettingsFields({ form, isReadOnly }: SettingsFieldsProps) {
  const text = useText('console-dramas')
  const { category } = form.values
  return (
    <Stack>
      <Fieldset legend={text('section_labels')} disabled={isReadOnly}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <LabelsInput
            label={text('category')}
            description={text('categoryHint')}
            max={1}
            value={category === null ? [] : [category]}
            onChange={([chosen]) => form.setFieldValue('category', chosen ?? null)}
            error={form.errors.category}
          />
          <LabelsInput
            label={text('tags')}
            description={text('tagsHint')}
            max={MAX_TAGS}
            value={form.values.tags}
            onChange={tags => form.setFieldValue('tags', tags)}
            error={form.errors.tags}
          />
          <TagsInput
            label={text('cast')}
            description={text('castHint')}
            maxTags={50}
            maxLength={80}
            {...form.getInputProps('cast')}
          />
          <Autocomplete
            label={text('age_rating')}
            data={ageRatings}
            maxLength={8}
            {...form.getInputProps('age_rating')}
          />
          <LanguageSelect form={form} />
        </SimpleGrid>
      </Fieldset>
      <Fieldset legend={text('section_price')} disabled={isReadOnly}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={text('default_price')}
            description={text('priceHint')}
            inputMode="numeric"
            {...form.getInputProps('default_price')}
          />
          <TextInput
            label={text('free_count')}
            description={text('freeHint')}
            inputMode="numeric"
            {...form.getInputProps('free_count')}
          />
        </SimpleGrid>
      </Fieldset>
      <Fieldset legend={text('section_place')} disabled={isReadOnly}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={text('sort')} description={text('sortHint')} {...form.getInputProps('sort')} />
          <ColorInput
            label={text('colour')}
            description={text('colourHint')}
            format="hex"
            withEyeDropper={false}
            {...form.getInputProps('colour')}
          />
          <Switch
            label={text('is_finished')}
            description={text('finishedHint')}
            {...form.getInputProps('is_finished', { type: 'checkbox' })}
          />
        </SimpleGrid>
      </Fieldset>
    </Stack>
  )
}

function LanguageSelect({ form }: { form: DramaFormState }) {
  const text = useText('console-dramas')
  const known = textLangs.map(lang => ({ value: lang as string, label: textLangNames[lang] }))
  const { lang_audio: value } = form.values
  const isListed = value === '' || known.some(language => language.value === value)
  return (
    <Select
      label={text('lang_audio')}
      data={isListed ? known : [...known, { value, label: value }]}
      value={value === '' ? null : value}
      onChange={chosen => form.setFieldValue('lang_audio', chosen ?? '')}
      error={form.errors.lang_audio}
    />
  )
}

interface LabelsInputProps {
  label: string
  description: string
  max: number
  value: readonly DramaLabel[]
  onChange(labels: DramaLabel[]): void
  error: React.ReactNode
}

/** Labels by their titles in the language of the console; a new title makes a new label. */
function LabelsInput({ label, description, max, value, onChange, error }: LabelsInputProps) {
  const { language } = useLanguage()
  const labels = useActionQuery('/operator/label_list', {})
  const titleOf = ({ id, title }: DramaLabel) => title[language.apiCode] ?? id
  const listed = (labels.data?.list ?? []).map(({ id, title }) => ({ id, title }) as DramaLabel)
  const all = new Map([...listed, ...value].map(known => [titleOf(known), known]))
  return (
    <TagsInput
      label={label}
      description={description}
      data={[...all.keys()]}
      maxTags={max}
      maxLength={60}
      value={value.map(titleOf)}
      onChange={titles => onChange(titles.slice(-max).map(title => all.get(title) ?? createLabel(title)))}
      error={error}
    />
  )
}

const createLabel = (title: string): DramaLabel => ({
  id: toSlug(title).slice(0, MAX_LABEL_LENGTH) || `label-${crypto.randomUUID().slice(0, 8)}`,
  title: Object.fromEntries(textLangs.map(lang => [lang, title]))
})
