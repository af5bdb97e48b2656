import { Badge, Button, Group, SimpleGrid, Stack, Tabs, Text, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { type DramaFormState, type EditedDrama, type TextLang, textLangs, toTextName } from './drama-values.js'
import { PackageValue } from './package-value.js'
import { textLangNames } from './text-lang-names.js'

interface TextsFieldsProps {
  form: DramaFormState
  drama: EditedDrama
  isReadOnly: boolean
}

const fields = ['title', 'synopsis'] as const
/** What the app shows without cutting it. */
const GOOD_LENGTH = { title: 40, synopsis: 300 } as const

/** Five languages side by side, or one at a time where there is no room. */
export function TextsFields(props: TextsFieldsProps) {
  const text = useText('console-dramas')
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const [lang, setLang] = useState<TextLang>('pt')
  const missing = textLangs.filter(name => isMissing(props, name))
  return (
    <Stack>
      {missing.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          {text('textsMissing', { languages: missing.map(name => textLangNames[name]).join(', ') })}
        </Text>
      )}
      {isWide ? (
        <SimpleGrid cols={5} spacing="sm">
          {textLangs.map(name => (
            <LanguageTexts key={name} lang={name} {...props} />
          ))}
        </SimpleGrid>
      ) : (
        <Tabs
          value={lang}
          variant="pills"
          keepMounted={false}
          onChange={value => setLang(textLangs.find(name => name === value) ?? 'pt')}
        >
          <Tabs.List mb="sm" aria-label={text('languages')}>
            {textLangs.map(name => (
              <Tabs.Tab key={name} value={name}>
                {textLangNames[name]}
                {missing.includes(name) && ' •'}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {textLangs.map(name => (
            <Tabs.Panel key={name} value={name}>
              <LanguageTexts lang={name} {...props} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </Stack>
  )
}

const isCopied = ({ form, drama: { copied } }: TextsFieldsProps, field: (typeof fields)[number], lang: TextLang) => {
  const name = toTextName(field, lang)
  return copied.includes(name) && form.values.confirmed[name] !== true && !form.isDirty(name)
}

const isMissing = (props: TextsFieldsProps, lang: TextLang) =>
  fields.some(field => props.form.values[field][lang].trim() === '' || isCopied(props, field, lang))

function LanguageTexts({ lang, ...props }: TextsFieldsProps & { lang: TextLang }) {
  const text = useText('console-dramas')
  const { number } = useFormats()
  const { form, drama, isReadOnly } = props
  return (
    <Stack gap="sm">
      <Group gap="xs" mih={28}>
        <Text fw={600} size="sm">
          {textLangNames[lang]}
        </Text>
        {isMissing(props, lang) && (
          <Badge size="sm" variant="outline" color="orange" miw="max-content">
            {text('missing')}
          </Badge>
        )}
      </Group>
      {fields.map(field => {
        // As it is saved and checked: without spaces around it.
        const { length } = form.values[field][lang].trim()
        const isLong = length > GOOD_LENGTH[field]
        return (
          <Stack key={field} gap={4}>
            <Textarea
              label={`${text(field)} · ${textLangNames[lang]}`}
              autosize
              minRows={field === 'title' ? 2 : 8}
              maxRows={20}
              lang={lang}
              readOnly={isReadOnly}
              {...form.getInputProps(`${field}.${lang}`)}
            />
            <Text size="xs" c={isLong ? 'var(--mantine-color-error)' : 'dimmed'}>
              {text('length', { count: number(length), most: number(GOOD_LENGTH[field]) })}
            </Text>
            {isCopied(props, field, lang) && !isReadOnly && (
              <Button
                size="compact-xs"
                variant="light"
                onClick={() =>
                  form.setFieldValue('confirmed', { ...form.values.confirmed, [toTextName(field, lang)]: true })
                }
              >
                {text('keepCopy')}
              </Button>
            )}
            <PackageValue
              form={form}
              drama={drama}
              name={toTextName(field, lang)}
              label={`${text(field)} · ${textLangNames[lang]}`}
              isReadOnly={isReadOnly}
              show={source => <span lang={lang}>{source[field][lang]}</span>}
            />
          </Stack>
        )
      })}
    </Stack>
  )
}
