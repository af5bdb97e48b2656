// Entry of the chunk with the calendar, which is loaded for a period without a name.
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import styles from '@mantine/dates/styles.css?text'
import 'dayjs/locale/es.js'
import 'dayjs/locale/pt-br.js'
import 'dayjs/locale/zh-cn.js'
import 'dayjs/locale/zh-tw.js'
import { useLanguage } from '../i18n/language.js'
import { adoptStyles } from '../ui/adopt-styles.js'

adoptStyles(styles)

/** First and last day, such as 2026-11-26. */
export type DayRange = [string | null, string | null]

/** In the form of dayjs. */
const dayFormats = {
  pt: 'DD/MM/YYYY',
  en: 'MMM D, YYYY',
  es: 'DD/MM/YYYY',
  'zh-Hans': 'YYYY-MM-DD',
  'zh-Hant': 'YYYY-MM-DD'
} as const
const dayjsLocales = { pt: 'pt-br', en: 'en', es: 'es', 'zh-Hans': 'zh-cn', 'zh-Hant': 'zh-tw' } as const

interface DayRangePickerProps {
  label: string
  today: string
  value: DayRange
  onChange(range: DayRange): void
}

export function DayRangePicker({ label, today, value, onChange }: DayRangePickerProps) {
  const { language } = useLanguage()
  return (
    <DatesProvider settings={{ locale: dayjsLocales[language.tag], firstDayOfWeek: 1 }}>
      <DatePickerInput
        type="range"
        label={label}
        valueFormat={dayFormats[language.tag]}
        allowSingleDateInRange
        maxDate={today}
        value={value}
        onChange={onChange}
        w={240}
      />
    </DatesProvider>
  )
}
