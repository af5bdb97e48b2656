import { VisuallyHidden } from '@mantine/core'
import type { HourPoint } from './today-data.js'

interface HourTableProps {
  caption: string
  hourName: string
  points: readonly HourPoint[]
  names: { current: string; yesterday: string; lastWeek: string }
  formatHour(hour: number): string
  formatValue(value: number): string
}

/** What the chart shows, for screen readers. */
export function HourTable({ caption, hourName, points, names, formatHour, formatValue }: HourTableProps) {
  const toCell = (value: number | null) => (value === null ? '—' : formatValue(value))
  return (
    <VisuallyHidden>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{hourName}</th>
            <th scope="col">{names.current}</th>
            <th scope="col">{names.yesterday}</th>
            <th scope="col">{names.lastWeek}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ hour, current, yesterday, lastWeek }) => (
            <tr key={hour}>
              <th scope="row">{formatHour(hour)}</th>
              <td>{toCell(current)}</td>
              <td>{toCell(yesterday)}</td>
              <td>{toCell(lastWeek)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
