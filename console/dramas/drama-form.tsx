import { Alert, Button, Group, Paper, Stack, Tabs, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { ActionError } from '../api/action-error.js'
import { sendQuery } from '../api/send-action.js'
import { useActionMutation } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { LeaveDialog } from '../ui/leave-dialog.js'
import { PageLoader } from '../ui/page-loader.js'
import {
  type DramaValues,
  type EditedDrama,
  findConflicts,
  MAX_TEXT_LENGTHS,
  mergeValues,
  textLangs,
  toChange,
  toValues,
  withTaken
} from './drama-values.js'
import { type OtherEditor, OtherEditorContext } from './other-value.js'
import { TextsFields } from './texts-fields.js'

const EpisodesFields = lazyWithRetry(() => import('./episodes-fields.js').then(module => module.EpisodesFields))
const PicturesFields = lazyWithRetry(() => import('./pictures-fields.js').then(module => module.PicturesFields))
const SettingsFields = lazyWithRetry(() => import('./settings-fields.js').then(module => module.SettingsFields))

type FormTab = 'texts' | 'pictures' | 'settings' | 'episodes'

interface DramaFormProps {
  drama: EditedDrama
  /** Null hides the fields; what is typed stays. */
  tab: FormTab | null
  isReadOnly: boolean
  onTab(tab: FormTab): void
}

const WHOLE = /^\d*$/
const SIGNED = /^(-?\d+)?$/
/** What the server takes; of places fewer, which is enough for every list. */
const limits = {
  free_count: [0, 999_999],
  default_price: [0, 1_000_000],
  sort: [-1_000_000, 1_000_000]
} as const

const COLOUR = /^(#[0-9a-fA-F]{6})?$/

export function DramaForm({ drama, tab, isReadOnly, onTab }: DramaFormProps) {
  const text = useText('console-dramas')
  const general = useText('console')
  const { number } = useFormats()
  const client = useQueryClient()
  /** What the fields were when the version was read. */
  const base = useRef({ values: toValues(drama), version: drama.version })
  const [other, setOther] = useState<OtherEditor | null>(null)
  const toRangeError = (name: keyof typeof limits) => {
    const [lowest, highest] = limits[name]
    return text('error_range', { lowest: number(lowest), highest: number(highest) })
  }
  const form = useForm<DramaValues>({
    initialValues: base.current.values,
    validate: values =>
      validate(values, base.current.values, {
        text: name => text(name),
        range: toRangeError,
        tooLong: (count, most) => text('error_long', { count: number(count), most: number(most) })
      })
  })
  const save = useActionMutation('/operator/drama_save', {
    changes: ['/operator/drama_show', '/operator/drama_list', '/operator/label_list', '/operator/drama_unlocks'],
    onSuccess: ({ drama: saved }) => {
      takeOver(saved)
      setOther(null)
      notifications.show({ message: general('saved') })
    }
  })
  function takeOver(saved: EditedDrama): void {
    base.current = { values: toValues(saved), version: saved.version }
    form.setValues(base.current.values)
    form.resetDirty(base.current.values)
  }
  /** Another editor was faster: theirs and what is typed here are shown together, and saved by the next try. */
  async function mergeLatest(): Promise<void> {
    const { drama: latest } = await sendQuery('/operator/drama_show', { id: drama.id })
    const values = toValues(latest)
    const typed = form.getValues()
    const names = findConflicts(typed, base.current.values, values)
    form.setValues(mergeValues(typed, base.current.values, values))
    base.current = { values, version: latest.version }
    setOther({ drama: latest, values, names })
    void client.invalidateQueries({ queryKey: ['/operator/drama_list'] })
  }
  const change = withTaken(toChange(form.values, base.current.values), form.values, drama.package)
  const isUntouched = Object.keys(change).length === 0
  const latest = JSON.stringify(toValues(drama))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new state of the drama replaces untouched fields
  useEffect(() => {
    if (isUntouched && latest !== JSON.stringify(base.current.values)) takeOver(drama)
  }, [latest, drama.version])
  const onError = (error: ActionError) => {
    if (error.reason === 'changed_meanwhile') return void mergeLatest().catch(() => undefined)
    for (const field of error.fields) form.setFieldError(toFormField(field), text('error_value'))
    const wrong = findTab(error.fields[0] ?? '')
    if (wrong !== null) onTab(wrong)
  }
  const submit = () => {
    save.mutate({ ...change, id: drama.id, version: base.current.version }, { onError })
  }
  const onInvalid = (errors: Readonly<Record<string, unknown>>) => {
    const wrong = findTab(Object.keys(errors)[0] ?? '')
    if (wrong !== null) onTab(wrong)
  }
  return (
    <form onSubmit={form.onSubmit(submit, onInvalid)} noValidate>
      <LeaveDialog isBlocking={() => !isUntouched && !isReadOnly} />
      <Stack gap="lg">
        {other !== null && !isUntouched && (
          <Alert color="yellow" role="alert" title={text('mergedTitle')}>
            {text(other.names.length > 0 ? 'mergedConflicts' : 'mergedLead')}
          </Alert>
        )}
        <OtherEditorContext value={other}>
          <Suspense fallback={<PageLoader />}>
            <Tabs.Panel value="texts">
              <TextsFields form={form} drama={drama} isReadOnly={isReadOnly} />
            </Tabs.Panel>
            <Tabs.Panel value="pictures">
              <PicturesFields form={form} drama={drama} isReadOnly={isReadOnly} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <SettingsFields form={form} drama={drama} isReadOnly={isReadOnly} />
            </Tabs.Panel>
            <Tabs.Panel value="episodes">
              <EpisodesFields form={form} drama={drama} before={base.current.values} isReadOnly={isReadOnly} />
            </Tabs.Panel>
          </Suspense>
        </OtherEditorContext>
        {save.error !== null && save.error.fields.length === 0 && <ErrorAlert error={save.error} />}
        {!isReadOnly && (tab !== null || !isUntouched) && (
          <Paper withBorder p="sm" style={{ position: 'sticky', bottom: 8, zIndex: 10 }}>
            <Group justify="space-between">
              <Text size="sm" c={isUntouched ? 'dimmed' : undefined} role="status">
                {text(isUntouched ? 'allSaved' : 'unsaved')}
              </Text>
              <Group gap="xs">
                {!isUntouched && (
                  <Button variant="subtle" onClick={() => form.setValues(base.current.values)}>
                    {text('discard')}
                  </Button>
                )}
                <Button type="submit" loading={save.isPending} disabled={isUntouched}>
                  {general('save')}
                </Button>
              </Group>
            </Group>
          </Paper>
        )}
      </Stack>
    </form>
  )
}

interface ErrorTexts {
  text(name: 'error_required' | 'error_colour'): string
  tooLong(count: number, most: number): string
  range(name: keyof typeof limits): string
}

function validate(
  values: DramaValues,
  before: DramaValues,
  { text, range, tooLong }: ErrorTexts
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const field of ['title', 'synopsis'] as const) {
    for (const lang of textLangs) {
      const value = values[field][lang]
      if (value.trim() === '' && before[field][lang] !== '') errors[`${field}.${lang}`] = text('error_required')
      else if (value.trim().length > MAX_TEXT_LENGTHS[field])
        errors[`${field}.${lang}`] = tooLong(value.trim().length, MAX_TEXT_LENGTHS[field])
    }
  }
  const check = (place: string, name: keyof typeof limits, value: string) => {
    const [lowest, highest] = limits[name]
    const isWhole = (lowest < 0 ? SIGNED : WHOLE).test(value.trim())
    if (!isWhole || Number(value) < lowest || Number(value) > highest) errors[place] = range(name)
  }
  for (const name of ['free_count', 'default_price', 'sort'] as const)
    if (values[name] !== before[name]) check(name, name, values[name])
  if (!COLOUR.test(values.colour.trim())) errors.colour = text('error_colour')
  for (const [film, { price }] of Object.entries(values.episodes))
    check(`episodes.${film}.price`, 'default_price', price)
  return errors
}

const toFormField = (field: string) => {
  const [, kind, film = ''] = /^(episode_prices|episode_titles|numbers)\.?(\d*)/.exec(field) ?? []
  if (kind === undefined) return field
  return kind === 'episode_prices' ? `episodes.${film}.price` : 'episodes'
}

function findTab(field: string): FormTab | null {
  if (/^(title|synopsis)/.test(field)) return 'texts'
  if (/^(cover|banner)/.test(field)) return 'pictures'
  if (/^(episode|numbers)/.test(field)) return 'episodes'
  return field === '' || field === 'version' ? null : 'settings'
}
