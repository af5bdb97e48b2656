/** The qualities in a master playlist by the lines of their picture, its shorter side; most first, each once. */
export function readQualities(master: string): number[] {
  const lines = [...master.matchAll(/^#EXT-X-STREAM-INF:.*\bRESOLUTION=(\d+)x(\d+)/gm)].map(([, width, height]) =>
    Math.min(Number(width), Number(height))
  )
  return [...new Set(lines)].sort((one, other) => other - one)
}
