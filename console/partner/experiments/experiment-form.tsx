import { Alert, Button, Group, Input, Select, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { ActionError } from '../../api/action-error.js'
import { sendQuery } from '../../api/send-action.js'
import { useActionMutation } from '../../api/use-action.js'
import { useText } from '../../i18n/use-text.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { focusFirstError } from '../../ui/focus-first-error.js'
import { lazyWithRetry } from '../../ui/lazy-with-retry.js'
import { CampaignSelect } from '../campaign-select.js'
import { type Experiment, experimentQueries, goals, toLetter } from './experiment.js'
import {
  colourNames,
  createVariant,
  type ExperimentValues,
  MAX_VARIANTS,
  sumShares,
  toRequest,
  toValues
} from './experiment-values.js'
import { useReasonTexts, useSameVariantText } from './reason-texts.js'

const VariantFields = lazyWithRetry(() => import('./variant-fields.js').then(module => module.VariantFields))

interface ExperimentFormProps {
  /** Null makes a new one. */
  experiment: Experiment | null
  isReadOnly: boolean
  /** Of the last try to start it. */
  startError?: ActionError | null
  onSaved(id: string): void
  onDirty(isDirty: boolean): void
}

const WHOLE = /^\d*$/

export function ExperimentForm({ experiment, isReadOnly, startError = null, onSaved, onDirty }: ExperimentFormProps) {
  const text = useText('console-experiments')
  const general = useText('console')
  const reasons = useReasonTexts()
  const element = useRef<HTMLFormElement>(null)
  const saySame = useSameVariantText()
  const version = useRef(experiment?.version)
  const [isChanged, setChanged] = useState(false)
  const isWhole = (value: string) => (WHOLE.test(value.trim()) ? null : text('error_number'))
  const toColourError = (value: string) => (value === '' || /^#[0-9a-f]{6}$/i.test(value) ? null : text('error_colour'))
  const form = useForm<ExperimentValues>({
    initialValues: toValues(experiment, [toLetter(0), toLetter(1)]),
    validate: {
      name: value => (value.trim() === '' ? text('error_name') : null),
      lpid: value => (value === '' ? text('error_campaign') : null),
      variants: {
        name: value => (value.trim() === '' ? text('error_name') : null),
        share: value => (/^[1-9]\d?$/.test(value.trim()) ? null : text('error_share')),
        start_episode_no: isWhole,
        free_episodes_override: isWhole,
        theme: Object.fromEntries(colourNames.map(name => [name, toColourError]))
      }
    }
  })
  const isDirty = form.isDirty()
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const save = useActionMutation('/partner/experiment_save', {
    changes: experimentQueries,
    onSuccess: saved => {
      version.current = saved.version
      setChanged(false)
      form.resetDirty()
      notifications.show({ message: general('saved') })
      onSaved(saved.id)
    }
  })
  /** Somebody else was faster: what is typed stays, and the next try replaces theirs. */
  async function readVersion(id: string): Promise<void> {
    const latest = await sendQuery('/partner/experiment_show', { id })
    version.current = latest.version
    setChanged(true)
  }
  const toText = (field: string, reason: string | null) =>
    (reason === null ? undefined : reasons[reason]) ?? text(field.includes('.theme.') ? 'error_theme' : 'error_value')
  const onError = (error: ActionError) => {
    if (error.reason === 'changed_meanwhile' && experiment !== null)
      return void readVersion(experiment.id).catch(() => undefined)
    for (const field of error.fields) form.setFieldError(field, toText(field, error.reason))
    focusFirstError(element.current)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another try to start marks the fields
  useEffect(() => {
    for (const field of startError?.fields ?? [])
      form.setFieldError(
        field,
        (startError === null ? null : saySame(startError)) ?? toText(field, startError?.reason ?? null)
      )
  }, [startError])
  const submit = (values: ExperimentValues) =>
    save.mutate(
      {
        ...toRequest(values),
        ...(experiment !== null && {
          id: experiment.id,
          ...(version.current !== undefined && { version: version.current })
        })
      },
      { onError }
    )
  const { variants } = form.values
  const total = sumShares(variants)
  const lpidError = form.errors.lpid
  const idError = form.errors.id
  return (
    <form ref={element} onSubmit={form.onSubmit(submit, () => focusFirstError(element.current))} noValidate>
      <Stack gap="lg">
        {isChanged && (
          <Alert color="yellow" role="alert" title={text('changedTitle')}>
            {text('changedLead')}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput
            label={text('name')}
            maxLength={120}
            disabled={isReadOnly}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <CampaignSelect
            value={form.values.lpid || undefined}
            hasAll={false}
            onChange={lpid => form.setFieldValue('lpid', lpid ?? '')}
            error={typeof lpidError === 'string' ? lpidError : undefined}
          />
          <Select
            label={text('goal')}
            data={goals.map(value => ({ value: value as string, label: text(`goal_${value}`) }))}
            allowDeselect={false}
            disabled={isReadOnly}
            {...form.getInputProps('goal')}
          />
        </SimpleGrid>
        <Suspense fallback={<Skeleton h={520} />}>
          <SimpleGrid cols={{ base: 1, sm: 2, xl: Math.max(2, variants.length) }}>
            {variants.map((_, index) => (
              <VariantFields
                // biome-ignore lint/suspicious/noArrayIndexKey: a variant has no other key than its place
                key={index}
                index={index}
                form={form}
                isReadOnly={isReadOnly}
                onRemove={index < 2 || isReadOnly ? null : () => form.removeListItem('variants', index)}
              />
            ))}
          </SimpleGrid>
        </Suspense>
        <Text size="sm" {...(total !== 100 && { c: 'red' })}>
          {text('sharesTogether', { total })}
        </Text>
        {typeof form.errors.variants === 'string' && <Input.Error role="alert">{form.errors.variants}</Input.Error>}
        {typeof idError === 'string' && (
          <Alert color="red" role="alert">
            {idError}
          </Alert>
        )}
        {save.error !== null && save.error.fields.length === 0 && <ErrorAlert error={save.error} />}
        {!isReadOnly && (
          <Group>
            <Button type="submit" loading={save.isPending} disabled={experiment !== null && !isDirty && !isChanged}>
              {general('save')}
            </Button>
            {variants.length < MAX_VARIANTS && (
              <Button
                variant="default"
                onClick={() =>
                  form.insertListItem(
                    'variants',
                    createVariant(toLetter(variants.length), Math.max(1, Math.min(99, 100 - total)))
                  )
                }
              >
                {text('addVariant')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  )
}
