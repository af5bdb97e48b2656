import { useFormats } from '../i18n/formats.js'

/** Writes a number with its sign. */
export function useSigned(): (value: number) => string {
  const { number } = useFormats()
  return value => (value > 0 ? `+${number(value)}` : number(value))
}
