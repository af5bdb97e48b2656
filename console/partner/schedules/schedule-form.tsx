import { Button, SegmentedControl, Select, Stack, TagsInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useActionMutation } from '../../api/use-action.js'
import { useLanguage } from '../../i18n/language.js'
import { languages } from '../../i18n/languages.js'
import { useText } from '../../i18n/use-text.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { CampaignSelect } from '../campaign-select.js'
import { type Schedule, toWeekdayKey, weekdays } from './schedule.js'

const MAX_RECIPIENTS = 10
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: `${hour}`,
  label: `${hour}`.padStart(2, '0').concat(':00')
}))
const timeZones = Intl.supportedValuesOf('timeZone')

export function ScheduleForm({ schedule, onClose }: { schedule: Schedule | null; onClose(): void }) {
  const text = useText('console-partner')
  const general = useText('console')
  const { language } = useLanguage()
  const form = useForm({
    initialValues: {
      recipients: schedule?.recipients ?? [],
      frequency: schedule?.frequency ?? ('weekly' as const),
      weekday: toWeekdayKey(schedule?.weekday ?? 1) as string,
      hour: `${schedule?.hour ?? 8}`,
      timezone: schedule?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      lang: schedule?.lang ?? language.apiCode,
      lpid: schedule?.lpid ?? ''
    },
    validate: {
      recipients: values => {
        if (values.length === 0) return text('errorRecipients')
        const wrong = values.find(value => !EMAIL.test(value))
        return wrong === undefined ? null : text('errorRecipient', { email: wrong })
      }
    }
  })
  const save = useActionMutation('/partner/schedule_save', {
    changes: ['/partner/schedule_list'],
    onSuccess: () => {
      notifications.show({ message: general('saved') })
      onClose()
    }
  })
  const reasons: Readonly<Record<string, string>> = {
    unknown_campaign: text('errorUnknownCampaign'),
    no_mail: text('noMailServer'),
    unknown_schedule: text('errorUnknownSchedule'),
    too_many_schedules: text('errorTooManySchedules')
  }
  const submit = ({ weekday, hour, lpid, ...values }: typeof form.values) =>
    save.mutate(
      {
        ...values,
        ...(schedule !== null && { id: schedule.id }),
        weekday: values.frequency === 'weekly' ? Number(weekday) : null,
        hour: Number(hour),
        lpid: lpid === '' ? null : lpid
      },
      {
        onError: error => {
          for (const field of error.fields) {
            // The server names a recipient by its place in the list.
            const name = field.split('.')[0] ?? field
            form.setFieldError(name, reasons[error.reason ?? ''] ?? text('errorField'))
          }
        }
      }
    )
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TagsInput
          label={text('recipients')}
          description={text('recipientsHint')}
          placeholder={form.values.recipients.length === 0 ? 'ana@example.com' : ''}
          type="email"
          maxTags={MAX_RECIPIENTS}
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          data-autofocus
          {...form.getInputProps('recipients')}
        />
        <SegmentedControl
          aria-label={text('when')}
          data={[
            { value: 'daily', label: text('daily') },
            { value: 'weekly', label: text('weekly') }
          ]}
          value={form.values.frequency}
          onChange={value => form.setFieldValue('frequency', value === 'daily' ? 'daily' : 'weekly')}
        />
        {form.values.frequency === 'weekly' && (
          <Select
            label={text('weekday')}
            data={weekdays.map(day => ({ value: day as string, label: text(`weekday_${day}`) }))}
            allowDeselect={false}
            {...form.getInputProps('weekday')}
          />
        )}
        <Select label={text('hour')} data={HOURS} allowDeselect={false} {...form.getInputProps('hour')} />
        <Select
          label={text('zone')}
          data={timeZones.includes(form.values.timezone) ? timeZones : [form.values.timezone, ...timeZones]}
          searchable
          allowDeselect={false}
          {...form.getInputProps('timezone')}
        />
        <Select
          label={text('language')}
          data={languages.map(({ apiCode, name }) => ({ value: apiCode as string, label: name }))}
          allowDeselect={false}
          {...form.getInputProps('lang')}
        />
        <CampaignSelect
          value={form.values.lpid || undefined}
          onChange={lpid => form.setFieldValue('lpid', lpid ?? '')}
          error={typeof form.errors.lpid === 'string' ? form.errors.lpid : undefined}
        />
        {save.error !== null && (save.error.fields.length === 0 || form.errors.id !== undefined) && (
          <ErrorAlert error={save.error} />
        )}
        <Button type="submit" loading={save.isPending}>
          {general('save')}
        </Button>
      </Stack>
    </form>
  )
}
