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
import { type DramaFormState, type DramaLabel, type EditedDrama, type ShownValues, textLangs } from './drama-values.js'
import { PackageValue } from './package-value.js'
import { textLangNames } from './text-lang-names.js'
import { toSlug } from './to-slug.js'

interface SettingsFieldsProps {
  form: DramaFormState
  drama: EditedDrama
  isReadOnly: boolean
}

type SettingName =
  | 'category'
  | 'tags'
  | 'cast'
  | 'age_rating'
  | 'lang_audio'
  | 'default_price'
  | 'free_count'
  | 'sort'
  | 'colour'
  | 'is_finished'

const ageRatings = ['L', '10', '12', '14', '16', '18']
const MAX_TAGS = 20
const MAX_LABEL_LENGTH = 32

export function SettingsFields({ form, drama, isReadOnly }: SettingsFieldsProps) {
  const text = useText('console-dramas')
  const { language } = useLanguage()
  const titleOf = ({ id, title }: DramaLabel) => title[language.apiCode] ?? id
  const toWords = (value: unknown): string => {
    if (typeof value === 'boolean') return text(value ? 'yes' : 'no')
    return value === null || value === '' ? '—' : `${value}`
  }
  const packageOf = (name: SettingName, show: (source: ShownValues) => string) => ({
    form,
    drama,
    name,
    label: text(name),
    isReadOnly,
    show
  })
  const { package: source, began_as_draft, defaults } = drama
  /** With what the drama has if the field stays empty. */
  const hintOf = (name: keyof typeof defaults | 'sort' | 'age_rating', hint: string | null = null): string => {
    const own = name === 'sort' ? null : name === 'age_rating' ? null : defaults[name]
    const value = began_as_draft || source === null ? own : source[name]
    const word = name === 'lang_audio' ? toLanguageName(`${value}`) : value === null || value === '' ? null : `${value}`
    const nothing = text(name === 'sort' ? 'emptyPlace' : 'emptyRating')
    return [...(hint === null ? [] : [hint]), word === null ? nothing : text('emptyMeans', { value: word })].join(' · ')
  }
  const { category } = form.values
  return (
    <Stack>
      <Fieldset legend={text('section_labels')} disabled={isReadOnly}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <PackageValue {...packageOf('category', ({ category: own }) => (own === null ? '—' : titleOf(own)))}>
            <LabelsInput
              label={text('category')}
              description={text('categoryHint')}
              max={1}
              value={category === null ? [] : [category]}
              onChange={([chosen]) => form.setFieldValue('category', chosen ?? null)}
              error={form.errors.category}
            />
          </PackageValue>
          <PackageValue {...packageOf('tags', ({ tags }) => tags.map(titleOf).join(', ') || '—')}>
            <LabelsInput
              label={text('tags')}
              description={text('tagsHint')}
              max={MAX_TAGS}
              value={form.values.tags}
              onChange={tags => form.setFieldValue('tags', tags)}
              error={form.errors.tags}
            />
          </PackageValue>
          <PackageValue {...packageOf('cast', ({ cast }) => cast.join(', ') || '—')}>
            <TagsInput
              label={text('cast')}
              description={text('castHint')}
              maxTags={50}
              maxLength={80}
              {...form.getInputProps('cast')}
            />
          </PackageValue>
          <PackageValue {...packageOf('age_rating', ({ age_rating }) => toWords(age_rating))}>
            <Autocomplete
              label={text('age_rating')}
              description={hintOf('age_rating')}
              data={ageRatings}
              maxLength={8}
              {...form.getInputProps('age_rating')}
            />
          </PackageValue>
          <PackageValue
            {...packageOf('lang_audio', ({ lang_audio }) =>
              toWords(lang_audio === null ? null : toLanguageName(lang_audio))
            )}
          >
            <LanguageSelect form={form} hint={hintOf('lang_audio')} />
          </PackageValue>
        </SimpleGrid>
      </Fieldset>
      <Fieldset legend={text('section_price')} disabled={isReadOnly}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <PackageValue {...packageOf('default_price', ({ default_price }) => toWords(default_price))}>
            <TextInput
              label={text('default_price')}
              description={hintOf('default_price', text('priceHint'))}
              inputMode="numeric"
              {...form.getInputProps('default_price')}
            />
          </PackageValue>
          <PackageValue {...packageOf('free_count', ({ free_count }) => toWords(free_count))}>
            <TextInput
              label={text('free_count')}
              description={hintOf('free_count', text('freeHint'))}
              inputMode="numeric"
              {...form.getInputProps('free_count')}
            />
          </PackageValue>
        </SimpleGrid>
      </Fieldset>
      <Fieldset legend={text('section_place')} disabled={isReadOnly}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <PackageValue {...packageOf('sort', ({ sort }) => toWords(sort))}>
            <TextInput
              label={text('sort')}
              description={hintOf('sort', text('sortHint'))}
              {...form.getInputProps('sort')}
            />
          </PackageValue>
          <PackageValue {...packageOf('colour', ({ colour }) => toWords(colour))}>
            <ColorInput
              label={text('colour')}
              description={hintOf('colour', text('colourHint'))}
              format="hex"
              withEyeDropper={false}
              // What is wrong stays, with an error.
              fixOnBlur={false}
              {...form.getInputProps('colour')}
            />
          </PackageValue>
          <PackageValue {...packageOf('is_finished', ({ is_finished }) => toWords(is_finished))}>
            <Switch
              label={text('is_finished')}
              description={text('finishedHint')}
              {...form.getInputProps('is_finished', { type: 'checkbox' })}
            />
          </PackageValue>
        </SimpleGrid>
      </Fieldset>
    </Stack>
  )
}

function toLanguageName(code: string): string {
  const known = textLangs.find(lang => lang === code)
  return known === undefined ? code : textLangNames[known]
}

function LanguageSelect({ form, hint }: { form: DramaFormState; hint: string }) {
  const text = useText('console-dramas')
  const known = textLangs.map(lang => ({ value: lang as string, label: textLangNames[lang] }))
  const { lang_audio: value } = form.values
  const isListed = value === '' || known.some(language => language.value === value)
  return (
    <Select
      label={text('lang_audio')}
      description={hint}
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
