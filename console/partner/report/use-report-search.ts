import { useNavigate, useSearch } from '@tanstack/react-router'
import { parseReportSearch, type ReportSearch } from './report-search.js'

/** The address keeps what other parts of the page have in it, and a step back undoes a change. */
export function useReportSearch() {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changes: Partial<ReportSearch>) =>
    void navigate({
      to: '.',
      search: (before: Readonly<Record<string, unknown>>) => ({ ...before, group_by: undefined, ...changes }),
      resetScroll: false
    } as never)
  return { search: parseReportSearch(raw), change }
}
