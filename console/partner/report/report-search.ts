export const groups = ['day', 'hour', 'lpid', 'drama', 'episode', 'utm_source', 'country'] as const
export type ReportGroup = (typeof groups)[number]

export const comparisons = ['previous', 'week', 'year', 'none'] as const
export type ReportComparison = (typeof comparisons)[number]

export const chartMetrics = ['visits', 'starts', 'completes', 'paywalls', 'checkouts', 'purchases', 'revenue'] as const
export type ChartMetric = (typeof chartMetrics)[number]

/** What the page shows, as its address says. Without `from` and `to` the last seven days. */
export interface ReportSearch {
  from: string | undefined
  to: string | undefined
  compare: ReportComparison
  group: ReportGroup
  lpid: string | undefined
  metric: ChartMetric
}

const DATE = /^\d{4}-\d\d-\d\d$|^today$|^yesterday$/

/** The router reads `lpid=123` as a number. */
const readText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

const readDate = (value: unknown) => {
  const text = readText(value)
  return text !== undefined && DATE.test(text) ? text : undefined
}

function readOneOf<Value extends string>(values: readonly [Value, ...Value[]], value: unknown): Value {
  return values.find(known => known === value) ?? values[0]
}

export function parseReportSearch(search: Readonly<Record<string, unknown>>): ReportSearch {
  return {
    from: readDate(search.from),
    to: readDate(search.to),
    compare: readOneOf(comparisons, search.compare),
    group: readOneOf(groups, search.group ?? search.group_by),
    lpid: readText(search.lpid),
    metric: readOneOf(chartMetrics, search.metric)
  }
}
