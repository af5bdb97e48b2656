/** The viewer's choice of quality, which may change while something plays. */
export interface QualityChoice {
  /** The most lines of the picture, its shorter side; 0 leaves the choice to the connection. */
  get(): number
  /** Calls back after a change; the answer ends that. */
  listen(listener: () => void): () => void
}

/** Place of the level with the most lines up to `most`, else of the smallest; -1 where there is nothing to choose. */
export function selectLevel(levels: readonly { width: number; height: number }[], most: number): number {
  if (most <= 0) return -1
  const lines = levels.map(({ width, height }) => Math.min(width, height))
  const fitting = lines.filter(count => count <= most)
  return lines.lastIndexOf(fitting.length > 0 ? Math.max(...fitting) : Math.min(...lines))
}
