import { type RawBuilder, sql } from 'kysely'
import type { ReportDimension, ReportGrouping } from './dimensions.js'
import type { ReportPeriodBucket } from './period.js'

export type RowKey = readonly (string | number)[]
type KeyName = keyof KeyFields

export type KeyFields = {
  bucket?: number
  lpid?: string
  drama_id?: string
  episode_no?: number
  utm_source?: string
  country?: string
}

/** What tells rows apart. `bucket` is the first slot of a day or an hour. */
export interface KeyColumn {
  name: KeyName
  type: 'small' | 'text'
}

const COLUMNS: Record<ReportDimension, readonly KeyColumn[]> = {
  day: [{ name: 'bucket', type: 'small' }],
  hour: [{ name: 'bucket', type: 'small' }],
  lpid: [{ name: 'lpid', type: 'text' }],
  drama: [{ name: 'drama_id', type: 'text' }],
  episode: [
    { name: 'drama_id', type: 'text' },
    { name: 'episode_no', type: 'small' }
  ],
  utm_source: [{ name: 'utm_source', type: 'text' }],
  country: [{ name: 'country', type: 'text' }]
}

/** Time comes first, so that a page of rows needs only a part of the period. */
export function listKeyColumns({ asked, time, place }: ReportGrouping): KeyColumn[] {
  const others = asked.filter(
    dimension => !['day', 'hour'].includes(dimension) && !(dimension === 'drama' && place === 'episode')
  )
  return [...(time === null ? [] : [time]), ...others].flatMap(dimension => COLUMNS[dimension])
}

export const formatKey = (key: RowKey) => JSON.stringify(key)

export const readKey = (columns: readonly KeyColumn[], line: KeyFields): RowKey =>
  columns.map(({ name }) => line[name] ?? '')

/** Selects the key of rows with the columns `slot`, `lpid`, `drama_id`, `episode_no`, `utm_source` and `country`. */
export function selectKey(
  columns: readonly KeyColumn[],
  buckets: readonly ReportPeriodBucket[],
  blank: readonly KeyName[] = []
): RawBuilder<unknown> {
  const starts = JSON.stringify(buckets.map(({ start }) => start))
  const array = sql`array(select value::integer from jsonb_array_elements_text(${starts}::jsonb))`
  return sql.join(
    columns.map(({ name }) => {
      if (name === 'bucket') return sql`(${array})[width_bucket(slot, ${array})] as bucket`
      return blank.includes(name) ? sql`''::text as ${sql.ref(name)}` : sql.ref(name)
    })
  )
}

/** The positions of the columns, for `group by`. */
export const positionsOf = (count: number): RawBuilder<unknown> =>
  sql.raw(Array.from({ length: count }, (_, index) => index + 1).join(', '))
