/** Picture sizes in a master playlist, as the shorter side in px: unique, largest first. */
export function parseQualities(master: string): number[] {
  const lines = [...master.matchAll(/^#EXT-X-STREAM-INF:.*\bRESOLUTION=(\d+)x(\d+)/gm)].map(([, width, height]) =>
    Math.min(Number(width), Number(height))
  )
  return [...new Set(lines)].sort((one, other) => other - one)
}
