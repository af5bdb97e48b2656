/** How an array is written in a query string: `a[0]=1&a[1]=2`, `a[]=1&a[]=2`, `a=1&a=2` or `a=1,2`. */
export type ArrayFormat = 'indices' | 'brackets' | 'repeat' | 'comma'

/** Key and values are encoded already; what the format adds is not, so that a comma inside a value stays apart. */
type Writer = (key: string, values: readonly string[]) => string[]

const writers: Record<ArrayFormat, Writer> = {
  indices: (key, values) => values.map((value, index) => `${key}[${index}]=${value}`),
  brackets: (key, values) => values.map(value => `${key}[]=${value}`),
  repeat: (key, values) => values.map(value => `${key}=${value}`),
  comma: (key, values) => [`${key}=${values.join(',')}`]
}

/** The pairs of one array; an empty one gives none. */
export function writeArray(key: string, values: readonly string[], format: ArrayFormat): string[] {
  return values.length === 0 ? [] : writers[format](key, values)
}
