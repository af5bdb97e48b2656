import { useLanguage } from '../../i18n/language.js'

const units = [
  ['gigabyte', 1024 ** 3],
  ['megabyte', 1024 ** 2],
  ['kilobyte', 1024]
] as const

/** Such as `1.4 GB`. */
export function useFileSize(): (bytes: number) => string {
  const { formatTag } = useLanguage().language
  return bytes => {
    const [unit, size] = units.find(([, size]) => bytes >= size) ?? (['byte', 1] as const)
    const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
    return new Intl.NumberFormat(formatTag, options).format(bytes / size)
  }
}
