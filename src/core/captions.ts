/** One caption; times in seconds. */
export interface Cue {
  from: number
  to: number
  text: string
}

const TIMING = /^(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})\s+-->\s+(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})/

/** Reads WebVTT; settings and markup are dropped, broken blocks skipped. */
export function parseCaptions(vtt: string): Cue[] {
  return vtt
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap(block => {
      const lines = block.trim().split('\n')
      const at = lines.findIndex(line => TIMING.test(line))
      const [, ...parts] = TIMING.exec(lines[at] ?? '') ?? []
      const text = lines
        .slice(at + 1)
        .join('\n')
        .replace(/<[^>]*>/g, '')
      return at < 0 || text === '' ? [] : [{ from: toSeconds(parts.slice(0, 4)), to: toSeconds(parts.slice(4)), text }]
    })
}

function toSeconds([hours = '0', minutes = '0', seconds = '0', milliseconds = '0']: (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000
}

export function captionAt(cues: readonly Cue[], position: number): string {
  return cues.find(cue => position >= cue.from && position < cue.to)?.text ?? ''
}
