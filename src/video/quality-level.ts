export interface QualityChoice {
  get(): number
  listen(listener: () => void): () => void
}

/** Index of the best level up to `maxLines`, else of the smallest; -1 for automatic. */
export function selectLevel(levels: readonly { width: number; height: number }[], maxLines: number): number {
  if (maxLines <= 0) return -1
  const lines = levels.map(({ width, height }) => Math.min(width, height))
  const fitting = lines.filter(count => count <= maxLines)
  return lines.lastIndexOf(fitting.length > 0 ? Math.max(...fitting) : Math.min(...lines))
}
