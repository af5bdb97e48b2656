import { Button, Group, Paper, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useActionMutation } from '../api/use-action.js'
import { useLanguage } from '../i18n/language.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { toFieldErrors } from '../ui/field-errors.js'
import { Page } from '../ui/page.js'
import { MAX_TEXT_LENGTHS, type TextLang, textLangs } from './drama-values.js'
import { textLangNames } from './text-lang-names.js'
import { toSlug } from './to-slug.js'

const SLUG = /^[a-z0-9-]{1,64}$/

export function CreateDramaPage() {
  const text = useText('console-dramas')
  const general = useText('console')
  const { language } = useLanguage()
  const navigate = useNavigate()
  const form = useForm<{ slug: string; title: string; lang: TextLang }>({
    initialValues: { slug: '', title: '', lang: language.apiCode },
    validate: {
      slug: value => (SLUG.test(value) ? null : text('error_slug')),
      title: value => {
        const count = value.trim().length
        if (count === 0) return text('error_required')
        return count > MAX_TEXT_LENGTHS.title ? text('error_long', { count, most: MAX_TEXT_LENGTHS.title }) : null
      }
    }
  })
  const create = useActionMutation('/operator/drama_create', {
    changes: ['/operator/drama_list'],
    onSuccess: ({ drama }) => void navigate({ to: '/dramas/edit', search: { id: drama.id } } as never)
  })
  const onError = (error: Parameters<typeof toFieldErrors>[0]) =>
    form.setErrors(
      toFieldErrors(error, (_, reason) => text(reason === 'drama_exists' ? 'error_exists' : 'error_value'))
    )
  return (
    <Page title={text('newDrama')} lead={text('newDramaLead')}>
      <Paper withBorder p="md" maw={560}>
        <form noValidate onSubmit={form.onSubmit(values => create.mutate(values, { onError }))}>
          <Stack>
            <Select
              label={text('titleLanguage')}
              data={textLangs.map(lang => ({ value: lang as string, label: textLangNames[lang] }))}
              allowDeselect={false}
              {...form.getInputProps('lang')}
            />
            <TextInput
              required
              label={text('title')}
              description={text('copiedHint')}
              {...form.getInputProps('title')}
              onBlur={() => {
                if (form.values.slug === '') form.setFieldValue('slug', toSlug(form.values.title))
              }}
            />
            <TextInput
              required
              label={text('slug')}
              description={text('slugHint')}
              maxLength={64}
              leftSection="d_"
              {...form.getInputProps('slug')}
            />
            {create.error !== null && create.error.fields.length === 0 && <ErrorAlert error={create.error} />}
            <Group>
              <Button type="submit" loading={create.isPending}>
                {text('createDraft')}
              </Button>
              <Button variant="subtle" onClick={() => void navigate({ to: '/dramas' } as never)}>
                {general('cancel')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Page>
  )
}
