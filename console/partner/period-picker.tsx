import { DatePickerInput, DatesProvider } from '@mantine/dates'
import 'dayjs/locale/es.js'
import 'dayjs/locale/pt-br.js'
import 'dayjs/locale/zh-cn.js'
import 'dayjs/locale/zh-tw.js'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useLanguage } from '../i18n/language.js'
import { useText } from '../i18n/use-text.js'
import { type DayPeriod, findPreset, type PeriodPreset, presets, readToday } from './report/periods.js'

interface PeriodPickerProps {
  from: string | undefined
  to: string | undefined
  /** What the server made of them. */
  shown: DayPeriod | undefined
  onChange(period: { from: string | undefined; to: string | undefined }): void
}

/** In the form of dayjs. */
const dayFormats = {
  pt: 'DD/MM/YYYY',
  en: 'MMM D, YYYY',
  es: 'DD/MM/YYYY',
  'zh-Hans': 'YYYY-MM-DD',
  'zh-Hant': 'YYYY-MM-DD'
} as const
const dayjsLocales = { pt: 'pt-br', en: 'en', es: 'es', 'zh-Hans': 'zh-cn', 'zh-Hant': 'zh-tw' } as const

/** A period by name or by its first and last day. */
export function PeriodPicker({ from, to, shown, onChange }: PeriodPickerProps) {
  const text = useText('console-partner')
  const { language } = useLanguage()
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
        <DatesProvider settings={{ locale: dayjsLocales[language.tag], firstDayOfWeek: 1 }}>
          <DatePickerInput
            type="range"
            label={text('days')}
            valueFormat={dayFormats[language.tag]}
            allowSingleDateInRange
            maxDate={today}
            value={picked ?? [shown?.from ?? null, shown?.to ?? null]}
            onChange={([first, last]) => {
              setPicked([first, last])
              if (first === null || last === null) return
              setPicked(null)
              onChange({ from: first, to: last })
            }}
            w={240}
          />
        </DatesProvider>
      )}
    </>
  )
}
