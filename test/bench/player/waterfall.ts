import type { PageRecord, PageRequest } from '../support/in-page.js'
import { formatTable, spreadOf } from '../support/statistics.js'

const BAR_WIDTH = 40

export function medianSight(sights: readonly PageRecord[]): PageRecord | undefined {
  const at = (sight: PageRecord) => sight.frame?.at ?? Number.NaN
  const { median } = spreadOf(sights.map(at))
  return [...sights].sort((a, b) => Math.abs(at(a) - median) - Math.abs(at(b) - median))[0]
}

/** Times in ms. The bar includes emulated latency. */
export function drawWaterfall({ requests, frame }: PageRecord): string {
  const end = frame?.at ?? 0
  const toColumn = (time: number) => Math.min(BAR_WIDTH, Math.max(0, Math.round((time / end) * BAR_WIDTH)))
  const bar = (request: PageRequest) => {
    const start = Math.min(toColumn(request.start), BAR_WIDTH - 1)
    return (' '.repeat(start) + '█'.repeat(Math.max(1, toColumn(request.end) - start))).padEnd(BAR_WIDTH)
  }
  const rows = requests.map(request => [
    shorten(request.name),
    request.start.toFixed(0),
    request.end.toFixed(0),
    (request.bytes / 1000).toFixed(1),
    bar(request)
  ])
  return formatTable([['request', 'start', 'end', 'kB', ''], ...rows])
}

function shorten(address: string): string {
  return new URL(address).pathname
    .split('/')
    .slice(-2)
    .map(part => part.slice(0, 24))
    .join('/')
}
