export interface Spread {
  median: number
  min: number
  max: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  const half = (sorted.length - 1) / 2
  return { median: (at(Math.floor(half)) + at(Math.ceil(half))) / 2, min: at(0), max: at(sorted.length - 1) }
}

/** Aligns the first column left and the others, which are numbers, right. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => (row[column] ?? '').length)))
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  return rows.map(row => `  ${row.map(pad).join('   ')}`.trimEnd()).join('\n')
}

/** Percentile: `share` 0.5 is the median, 0.99 is p99. */
export function shareOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
