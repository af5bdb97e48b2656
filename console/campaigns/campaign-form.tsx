import { Alert, Button, Fieldset, Group, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ActionError } from '../api/action-error.js'
import { sendQuery } from '../api/send-action.js'
import { useActionMutation, useActionQuery } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useLanguage } from '../i18n/language.js'
import { languages } from '../i18n/languages.js'
import { useText } from '../i18n/use-text.js'
import { ColourInput } from '../ui/colour-input.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { focusFirstError } from '../ui/focus-first-error.js'
import { LeaveDialog } from '../ui/leave-dialog.js'
import {
  findWrongFormat,
  type NumberFieldName,
  numberFields,
  numberRanges,
  readNumberField
} from './campaign-fields.js'
import {
  type CampaignValues,
  type ChangedName,
  type EditedCampaign,
  listChanges,
  mergeValues,
  pixelNames,
  themeNames,
  toChange,
  tokenNames,
  toValues
} from './campaign-values.js'
import { StartDramaSelect } from './start-drama-select.js'

interface CampaignFormProps {
  /** Null makes a new one. */
  campaign: EditedCampaign | null
  isReadOnly?: boolean
  onSaved?(campaign: EditedCampaign): void
}

const timeZones = Intl.supportedValuesOf('timeZone')
const COLOURS = new Set<string>(['accent', 'accent_strong', 'accent_end', 'surface', 'raised'])
const LPID = /^[A-Za-z0-9_-]{1,64}$/

export function CampaignForm({ campaign, isReadOnly = false, onSaved }: CampaignFormProps) {
  const text = useText('console-campaigns')
  const general = useText('console')
  const { language } = useLanguage()
  const { number } = useFormats()
  const client = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  /** What the fields were when the version was read. */
  const base = useRef({ values: toValues(campaign), version: campaign?.version })
  /** What another editor has changed meanwhile. */
  const [merged, setMerged] = useState<readonly ChangedName[] | null>(null)
  const toRangeText = (name: NumberFieldName) => {
    const [min, max] = numberRanges[name]
    if (name === 'attribution_window_days') return text('error_window')
    return text('error_range', { min: number(min), max: number(max) })
  }
  const toFormText = (field: string, value: string) => {
    const wrong = findWrongFormat(field, value)
    return wrong === null ? null : text(`error_${wrong}`)
  }
  const form = useForm<CampaignValues>({
    initialValues: base.current.values,
    validate: {
      lpid: value => (LPID.test(value) ? null : text('error_lpid')),
      name: value => (value.trim() === '' && campaign !== null ? text('error_name') : null),
      ...Object.fromEntries(
        numberFields.map(name => [
          name,
          (value: string) => (readNumberField(name, value, language.formatTag) === null ? toRangeText(name) : null)
        ])
      ),
      embed_ancestors: value => toFormText('embed_ancestors', value),
      theme: Object.fromEntries(themeNames.map(name => [name, (value: string) => toFormText(`theme.${name}`, value)])),
      pixel_hint: Object.fromEntries(
        pixelNames.map(name => [name, (value: string) => toFormText(`pixel_hint.${name}`, value)])
      ),
      tokens: Object.fromEntries(tokenNames.map(name => [name, (value: string) => toFormText(`tokens.${name}`, value)]))
    }
  })
  const save = useActionMutation('/operator/campaign_save', {
    changes: ['/operator/campaign_show', '/operator/campaign_list'],
    onSuccess: ({ campaign: saved }) => {
      takeOver(saved)
      setMerged(null)
      notifications.show({ message: general('saved') })
      onSaved?.(saved)
    }
  })
  function takeOver(saved: EditedCampaign): void {
    base.current = { values: toValues(saved), version: saved.version }
    form.setValues(base.current.values)
    form.resetDirty(base.current.values)
  }
  /** Another editor was faster: theirs and what is typed here are shown together, and saved by the next try. */
  async function mergeLatest(lpid: string): Promise<void> {
    const { campaign: latest } = await sendQuery('/operator/campaign_show', { lpid })
    const values = toValues(latest)
    form.setValues(mergeValues(form.getValues(), base.current.values, values))
    setMerged(listChanges(base.current.values, values))
    base.current = { values, version: latest.version }
    void client.invalidateQueries({ queryKey: ['/operator/campaign_list'] })
  }
  const isUntouched = !form.isDirty()
  const version = campaign?.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new version of the campaign replaces untouched fields
  useEffect(() => {
    if (campaign !== null && isUntouched && version !== base.current.version) takeOver(campaign)
  }, [version])
  const toText = (field: string, reason: string | null): string => {
    switch (reason) {
      case 'campaign_exists':
        return text('error_exists')
      case 'no_episode':
        return text('error_no_episode')
      case 'no_start_drama':
        return text('error_no_start_drama')
      case 'not_on_sale':
        return text('error_not_on_sale')
      case 'no_campaign':
        return text('noMatches')
    }
    const numberName = numberFields.find(name => name === field)
    if (numberName !== undefined) return toRangeText(numberName)
    return field.startsWith('theme.') ? text('error_theme') : text('error_value')
  }
  const onError = (error: ActionError, lpid: string) => {
    if (error.reason === 'changed_meanwhile') return void mergeLatest(lpid).catch(() => undefined)
    for (const field of error.fields) form.setFieldError(toFormField(field), toText(field, error.reason))
    focusFirstError(element.current)
  }
  const submit = (typed: CampaignValues) => {
    const numbers = numberFields.map(name => [
      name,
      readNumberField(name, typed[name], language.formatTag) ?? typed[name]
    ])
    const values: CampaignValues = { ...typed, ...Object.fromEntries(numbers) }
    const { version: known, values: before } = base.current
    const isNew = campaign === null
    const change = toChange({ values, before, isNew })
    const mode = isNew ? 'create' : 'set'
    save.mutate(
      {
        ...change,
        lpid: values.lpid,
        mode,
        ...(change.name === '' && { name: undefined }),
        ...(known !== undefined && { version: known })
      },
      { onError: error => onError(error, values.lpid) }
    )
  }
  const field = (name: Exclude<keyof CampaignValues, 'theme' | 'pixel_hint' | 'tokens'>) => ({
    label: text(name),
    ...form.getInputProps(name)
  })
  return (
    <form ref={element} onSubmit={form.onSubmit(submit, () => focusFirstError(element.current))} noValidate>
      <LeaveDialog isBlocking={() => !isReadOnly && form.isDirty()} />
      <Stack gap="lg">
        <Fieldset legend={text('section_general')} disabled={isReadOnly}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {campaign === null && (
              <TextInput required description={text('lpidHint')} data-autofocus {...field('lpid')} />
            )}
            <TextInput maxLength={120} {...field('name')} />
            {campaign !== null && (
              <Select
                allowDeselect={false}
                data={(['active', 'closed'] as const).map(value => ({ value, label: text(`status_${value}`) }))}
                {...field('status')}
              />
            )}
            <Select
              searchable
              clearable
              placeholder={text('serverDefault')}
              data={timeZones}
              {...field('timezone')}
              value={form.values.timezone || null}
              onChange={value => form.setFieldValue('timezone', value ?? '')}
            />
            <Select
              clearable
              placeholder={text('viewersLanguage')}
              data={languages.map(({ apiCode, name }) => ({ value: apiCode as string, label: name }))}
              {...field('default_lang')}
              value={form.values.default_lang || null}
              onChange={value => form.setFieldValue('default_lang', value ?? '')}
            />
            <TextInput inputMode="numeric" description={text('windowHint')} {...field('attribution_window_days')} />
          </SimpleGrid>
        </Fieldset>
        <Fieldset legend={text('section_offer')} disabled={isReadOnly}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <StartDramaSelect
              label={text('start_drama_id')}
              description={text('startHint')}
              value={form.values.start_drama_id}
              onChange={value => form.setFieldValue('start_drama_id', value)}
              error={form.errors.start_drama_id}
            />
            <TextInput inputMode="numeric" {...field('start_episode_no')} />
            <TextInput inputMode="numeric" description={text('freeHint')} {...field('free_episodes_override')} />
            <TextInput inputMode="numeric" description={text('limitHint')} {...field('daily_limit')} />
            <OfferSelect
              label={text('offer_id')}
              value={form.values.offer_id}
              onChange={value => form.setFieldValue('offer_id', value)}
              error={form.errors.offer_id}
            />
            <TextInput
              placeholder="https://partner.example"
              description={text('embedHint')}
              {...field('embed_ancestors')}
            />
          </SimpleGrid>
        </Fieldset>
        <Fieldset legend={text('section_rewards')} disabled={isReadOnly}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Switch label={text('rewards_enabled')} {...form.getInputProps('rewards_enabled', { type: 'checkbox' })} />
            <Switch label={text('checkin_enabled')} {...form.getInputProps('checkin_enabled', { type: 'checkbox' })} />
            <TextInput inputMode="numeric" {...field('reward_budget')} />
            <Select
              allowDeselect={false}
              data={(['all', 'channel'] as const).map(value => ({ value, label: text(`share_${value}`) }))}
              {...field('share_scope')}
            />
          </SimpleGrid>
        </Fieldset>
        <Fieldset legend={text('section_look')} disabled={isReadOnly}>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
            {themeNames.map(name =>
              COLOURS.has(name) ? (
                <ColourInput key={name} label={text(`theme_${name}`)} {...form.getInputProps(`theme.${name}`)} />
              ) : (
                <TextInput key={name} label={text(`theme_${name}`)} {...form.getInputProps(`theme.${name}`)} />
              )
            )}
          </SimpleGrid>
        </Fieldset>
        <Fieldset legend={text('section_pixels')} disabled={isReadOnly}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {pixelNames.map(name => (
              <TextInput key={name} label={text(name)} {...form.getInputProps(`pixel_hint.${name}`)} />
            ))}
            {tokenNames.map(name => (
              <TokenInput
                key={name}
                name={name}
                isSet={isTokenSet(campaign, name)}
                inputProps={form.getInputProps(`tokens.${name}`)}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
        {save.error !== null && save.error.fields.length === 0 && <ErrorAlert error={save.error} />}
        {merged !== null && (
          <Alert color="yellow" role="alert" title={text('mergedTitle')}>
            {text('mergedLead')}
            {merged.length > 0 && (
              <div>{text('mergedFields', { fields: merged.map(name => text(name)).join(', ') })}</div>
            )}
          </Alert>
        )}
        {!isReadOnly && (
          <Group>
            <Button
              type="submit"
              loading={save.isPending}
              disabled={campaign !== null && !form.isDirty() && merged === null}
            >
              {general('save')}
            </Button>
            <Button variant="default" component={Link} to="/campaigns">
              {general('cancel')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

const toFormField = (field: string) => {
  const token = tokenNames.find(name => name === field)
  return token === undefined ? field : `tokens.${token}`
}

const isTokenSet = (campaign: EditedCampaign | null, name: (typeof tokenNames)[number]) =>
  (name === 'meta_token' && campaign?.conversions.meta != null) ||
  (name === 'tiktok_token' && campaign?.conversions.tiktok != null)

interface TokenInputProps {
  name: (typeof tokenNames)[number]
  isSet: boolean
  inputProps: object
}

function TokenInput({ name, isSet, inputProps }: TokenInputProps) {
  const text = useText('console-campaigns')
  return <TextInput label={text(name)} autoComplete="off" placeholder={isSet ? text('tokenSet') : ''} {...inputProps} />
}

interface OfferSelectProps {
  label: string
  value: string
  onChange(value: string): void
  error: React.ReactNode
}

function OfferSelect({ label, value, onChange, error }: OfferSelectProps) {
  const { language } = useLanguage()
  const products = useActionQuery('/operator/product_list', { lang: language.apiCode })
  const { money } = useFormats()
  const data = (products.data?.list ?? []).map(product => ({
    value: product.id,
    label: `${product.title} · ${money(product.amount, product.currency)}`
  }))
  const isListed = value === '' || data.some(product => product.value === value)
  return (
    <Select
      label={label}
      clearable
      searchable
      data={isListed ? data : [...data, { value, label: value }]}
      value={value === '' ? null : value}
      onChange={chosen => onChange(chosen ?? '')}
      error={error}
    />
  )
}
