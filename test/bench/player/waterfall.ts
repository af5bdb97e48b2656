import type { PageRequest, Sight } from '../support/in-page.js'
import { formatTable, spreadOf } from '../support/statistics.js'

const WIDTH = 40

/** The round whose first frame came closest to the middle of all. */
export function medianSight(sights: readonly Sight[]): Sight | undefined {
  const at = (sight: Sight) => sight.frame?.at ?? Number.NaN
  const { median } = spreadOf(sights.map(at))
  return [...sights].sort((a, b) => Math.abs(at(a) - median) - Math.abs(at(b) - median))[0]
}

/** One line per request up to the first frame. Times in ms; an emulated wait lies within the bar. */
export function drawWaterfall({ requests, frame }: Sight): string {
  const end = frame?.at ?? 0
  const place = (time: number) => Math.min(WIDTH, Math.max(0, Math.round((time / end) * WIDTH)))
  const bar = (request: PageRequest) => {
    const start = Math.min(place(request.start), WIDTH - 1)
    return (' '.repeat(start) + '█'.repeat(Math.max(1, place(request.end) - start))).padEnd(WIDTH)
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

/** The last parts of the path; a signed address says nothing to a reader. */
function shorten(address: string): string {
  return new URL(address).pathname
    .split('/')
    .slice(-2)
    .map(part => part.slice(0, 24))
    .join('/')
}
