import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useActionMutation } from '../../api/use-action.js'
import { useMember } from '../../api/use-session.js'
import { useFormats } from '../../i18n/formats.js'
import { useLanguage } from '../../i18n/language.js'
import { readWhole } from '../../i18n/typed-numbers.js'
import { useText } from '../../i18n/use-text.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { useErrorText } from '../../ui/use-error-text.js'
import { ReadOnlyLink } from './read-only-link.js'

interface PromoLinkFormProps {
  lpid: string
  dramaId: string | undefined
  episodeNo: number
  page: string
}

const MAX_MINUTES = 60
const MAX_DAYS = 30
const DAY_MS = 86_400_000
const NOT_ONLINE_CODE = 4204

/** Signs a link that frees the chosen episode for minutes. */
export function PromoLinkForm({ lpid, dramaId, episodeNo, page }: PromoLinkFormProps) {
  const text = useText('console-partner')
  const links = useText('console-links')
  const { dateTime } = useFormats()
  const { role } = useMember()
  const { language } = useLanguage()
  const read = (typed: string, max: number) => readWhole(typed, 1, max, language.formatTag)
  const form = useForm({
    initialValues: { minutes: '30', days: `${MAX_DAYS}` },
    validate: {
      minutes: value => (read(value, MAX_MINUTES) !== null ? null : links('errorMinutes', { max: MAX_MINUTES })),
      days: value => (read(value, MAX_DAYS) !== null ? null : links('errorDays', { max: MAX_DAYS }))
    }
  })
  const create = useActionMutation('/partner/link_create')
  const toErrorText = useErrorText({ closed: links('errorClosed'), unknown_campaign: text('errorUnknownCampaign') })
  const submit = (typed: typeof form.values) => {
    const minutes = read(typed.minutes, MAX_MINUTES)
    const days = read(typed.days, MAX_DAYS)
    if (dramaId === undefined || minutes === null || days === null) return
    // A minute less, because the clock of this device may be ahead.
    const expiresAt = Date.now() + days * DAY_MS - 60_000
    create.mutate({
      lpid,
      drama_id: dramaId,
      episode_no: episodeNo,
      minutes,
      expires_at: expiresAt,
      ...(page !== '' && { page })
    })
  }
  const { error } = create
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Title order={2} size="h4">
          {links('promoLink')}
        </Title>
        <Text size="sm" c="dimmed">
          {links('promoLinkHint')}
        </Text>
        <TextInput label={links('minutes')} inputMode="numeric" autoComplete="off" {...form.getInputProps('minutes')} />
        <TextInput label={links('validDays')} inputMode="numeric" autoComplete="off" {...form.getInputProps('days')} />
        {error !== null &&
          (error.reason !== null || error.code === NOT_ONLINE_CODE ? (
            <Text c="red" size="sm" role="alert">
              {error.code === NOT_ONLINE_CODE ? links('errorNotOnline') : toErrorText(error)}
            </Text>
          ) : (
            <ErrorAlert error={error} />
          ))}
        {role === 'analyst' && <Text size="sm">{text('analystReadsOnly')}</Text>}
        <Button
          type="submit"
          variant="default"
          loading={create.isPending}
          disabled={dramaId === undefined || role === 'analyst'}
        >
          {links(dramaId === undefined ? 'chooseDramaFirst' : 'createLink')}
        </Button>
        {create.data !== undefined && (
          <ReadOnlyLink
            label={links('promoLink')}
            hint={links('validUntil', { time: dateTime(create.data.expires_at) })}
            value={create.data.url ?? create.data.query}
          />
        )}
      </Stack>
    </form>
  )
}
