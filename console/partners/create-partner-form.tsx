import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useActionMutation } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { NewSecret } from '../ui/new-secret.js'

const NAME_LIMIT = 120

export function CreatePartnerForm() {
  const text = useText('console-partners')
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: name => (name.trim() === '' ? text('invalidName') : null) }
  })
  const create = useActionMutation('/operator/partner_create', { changes: ['/operator/partner_list'] })
  if (create.data !== undefined) {
    const { id, key_id, key } = create.data
    return (
      <NewSecret
        id={key_id}
        secret={key}
        labels={{ lead: text('secretOnce'), id: text('keyId'), secret: text('secret'), done: text('openPartner') }}
        onClose={() => void navigate({ to: '/partners/show', search: { id } } as never)}
      />
    )
  }
  const hasFieldError = create.error?.fields.includes('name') === true
  const submit = ({ name }: typeof form.values) =>
    create.mutate(
      { name: name.trim() },
      { onError: error => error.fields.includes('name') && form.setErrors({ name: text('invalidName') }) }
    )
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Text size="sm" c="dimmed">
          {text('newPartnerLead')}
        </Text>
        <TextInput
          label={text('name')}
          required
          maxLength={NAME_LIMIT}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        {!hasFieldError && <ErrorAlert error={create.error} />}
        <Button type="submit" loading={create.isPending}>
          {text('create')}
        </Button>
      </Stack>
    </form>
  )
}
