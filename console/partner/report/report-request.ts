import type { Lang } from '../../../contract/protocol/language.js'
import type { ReportSearch } from './report-search.js'

type Filter = Pick<ReportSearch, 'from' | 'to' | 'lpid'>

/** The parameters of what the address names, without those that it leaves to the server. */
export const toReportFilter = ({ from, to, lpid }: Filter) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(lpid !== undefined && { lpid })
})

export const toReportRequest = (search: Filter & Pick<ReportSearch, 'group'>, lang: Lang) => ({
  group_by: search.group,
  lang,
  // Its line asks for that later.
  reconcile: 'no' as const,
  ...toReportFilter(search)
})

export type ReportRequest = ReturnType<typeof toReportRequest>
