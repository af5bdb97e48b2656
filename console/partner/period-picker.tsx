import { Select, Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useText } from '../i18n/use-text.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { type DayPeriod, findPreset, type PeriodPreset, presets, readToday } from './report/periods.js'

interface PeriodPickerProps {
  from: string | undefined
  to: string | undefined
  /** What the server made of them. */
  shown: DayPeriod | undefined
  onChange(period: { from: string | undefined; to: string | undefined }): void
}

const DayRangePicker = lazyWithRetry(() => import('./day-range-picker.js').then(module => module.DayRangePicker))

/** A period by name or by its first and last day. */
export function PeriodPicker({ from, to, shown, onChange }: PeriodPickerProps) {
  const text = useText('console-partner')
  const today = readToday()
  const isOf = (preset: PeriodPreset) => {
    const period = findPreset(preset, today)
    return period.from === from && period.to === to
  }
  const [isOwn, setOwn] = useState(false)
  const [picked, setPicked] = useState<[string | null, string | null] | null>(null)
  const preset = isOwn ? undefined : presets.find(isOf)
  return (
    <>
      <Select
        label={text('period')}
        data={[
          ...presets.map(name => ({ value: name as string, label: text(`preset_${name}`) })),
          { value: 'own', label: text('preset_own') }
        ]}
        value={preset ?? 'own'}
        allowDeselect={false}
        onChange={value => {
          const named = presets.find(name => name === value)
          setOwn(named === undefined)
          if (named !== undefined) onChange(findPreset(named, today))
        }}
        w={190}
      />
      {preset === undefined && (
        <Suspense fallback={<Skeleton w={240} h={60} />}>
          <DayRangePicker
            label={text('days')}
            today={today}
            value={picked ?? [shown?.from ?? null, shown?.to ?? null]}
            onChange={([first, last]) => {
              setPicked([first, last])
              if (first === null || last === null) return
              setPicked(null)
              onChange({ from: first, to: last })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
